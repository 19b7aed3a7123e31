//! Parameters of minds.

crate::params! {
    /// Fear, belief, rout and rally.
    pub struct MindParams in "mind" {
        /// Rate at which a man's fear moves to the mean of those around him, 1/s.
        contagion_per_s,
        /// Fear per second when half or more of the comrades in sight run.
        runners_per_s,
        /// Share of runners in sight below which they move nobody.
        runners_from_share,
        /// Share of runners at which the push is full.
        runners_full_share,
        /// Fear per second in heat of 10 kW/m2.
        heat_per_s,
        /// Fear per second when flames close by lean at him.
        flames_per_s,
        /// Distance at which flames that lean at him frighten, m.
        flames_reach_m,
        /// How much a perfectly drilled man looks to his own unit's runners, rather than to those around him.
        own_counts,
        /// How much a comrade who gives way with his officers counts as a runner.
        giving_way_counts,
        /// Fear that the sight of runners alone can bring a man to.
        runners_cap,
        /// Fear that flames alone can bring a man to.
        fire_cap,
        /// Fear that smoke alone can bring a man to.
        smoke_cap,
        /// Fear that enemies alone can bring a man to.
        enemy_cap,
        /// Fear that cries alone can bring a man to.
        cry_cap,
        /// Fear per second in smoke that hides what is 60 m off.
        smoke_per_s,
        /// Fear per second when unbroken enemies close by are as many as friends.
        enemy_per_s,
        /// Fear when every comrade around is struck at once.
        losses,
        /// Fear of one's own wound.
        own_wound,
        /// Fear per second while a cry of alarm is wholly believed.
        cry_per_s,
        /// Fear at the moment a cry is wholly believed.
        cry_shock,
        /// Share of unbelief that one cry overcomes.
        cry_believed,
        /// Time in which belief fades, s.
        cry_fades_s,
        /// Credibility of a cry to a man who sees that it is not so, relative to one who can't see.
        cry_refuted,
        /// Credibility added when smoke hides the truth.
        cry_in_smoke,
        /// Credibility added when no leader is near.
        cry_no_leader,
        /// Reach of a shout, m.
        shout_m,
        /// Reach of a cheer, which needs no words, m.
        cheer_m,
        /// How long a cry lasts, s.
        shout_s,
        /// How many times farther than one voice a great many carry, at most.
        mass_reach,
        /// Cries per second of a frightened man who has seen danger turn on him.
        cry_rate_per_s,
        /// Cries per second of a man who passes on what he heard and believes.
        relay_rate_per_s,
        /// Fear above which a man cries out.
        cry_fear,
        /// Cheers per second of a man who sees danger turn away.
        cheer_rate_per_s,
        /// Fear taken away when a cheer is wholly believed.
        cheer_relief,
        /// Anger of one who was chased and sees the danger turn away.
        anger,
        /// Time in which anger fades, s.
        anger_fades_s,
        /// Share of fear of enemies left to a wholly angry man.
        anger_fear,
        /// Fear taken away per second beside a great leader.
        leader_per_s,
        /// Fear taken away at once by an appeal of a great leader among men none of whom runs.
        appeal,
        /// Time in which fear goes back to temper, s.
        calm_s,
        /// Fear at the moment a man understands that flames close by have turned on him.
        surprise,
        /// Shortest stunned pause, s.
        stun_min_s,
        /// Longest stunned pause, s.
        stun_max_s,
        /// Fear below which a broken man may rally.
        rally_fear,
        /// Time out of contact before he may, s.
        rally_calm_s,
        /// Rate of rallying then, 1/s.
        rally_per_s,
        /// The same beside a leader, 1/s.
        rally_leader_per_s,
        /// Lowest fear at which a man is shaken.
        shaken_fear,
        /// Lowest fear at which he wavers.
        wavering_fear,
        /// How far fear must fall below a limit before the heart is better again.
        hysteresis,
    }
}
