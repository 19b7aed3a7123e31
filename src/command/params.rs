//! Parameters of command.

crate::params! {
    /// Orders, sight and the ways of units.
    pub struct CommandParams in "command" {
        /// How far a clear eye knows friend from foe by day, m.
        sight_m,
        /// Height of the eye above the ground, and of what is looked at, m.
        eye_m,
        /// Reach of a shouted order, m.
        voice_m,
        /// Time for a shouted order to pass through a unit, s.
        voice_s,
        /// Time before an order that was not understood is given again, s.
        repeat_s,
        /// Speed of a rider with an order, m/s.
        rider_m_s,
        /// Chance per second that enemies around a rider bring him down.
        rider_loss_per_s,
        /// Longest time a man takes to do what his unit was told, s.
        obey_max_s,
        /// Mean distance of men from their posts at which a unit waits for them, m.
        straggle_m,
        /// Distance at which a man leaves his post for an enemy, holding, m.
        engage_hold_m,
        /// The same, falling back, m.
        engage_withdraw_m,
        /// The same, attacking, m.
        engage_attack_m,
        /// Distance, hide to hide, at which he strikes and keeps by his enemy instead of closing in, m.
        strike_m,
        /// Distance at which an attacking unit goes over to its fastest pace, m.
        charge_m,
        /// How often a unit looks for a way round flames, s.
        route_s,
        /// Longest way round it takes rather than go through them, relative to the straight way.
        detour,
        /// How many times as long a way may be that keeps a unit's wings off flames, 1.
        near_flames_cost,
        /// Distance at which a unit halts before flames it can't lead its men through, m.
        off_flames_m,
        /// Distance at which a broken man shies from an enemy, m.
        shy_m,
        /// Distance at which a thrust between two units has arrived, m.
        between_m,
        /// Distance a unit that falls back keeps from enemies before it goes faster, m.
        pressed_m,
        /// Distance of flames that come on at which a unit gives way, m.
        give_way_m,
        /// Distance from his post at which a man who runs comes down to a walk, m.
        come_in_m,
        /// How often a leader looks about, s.
        look_s,
    }
}
