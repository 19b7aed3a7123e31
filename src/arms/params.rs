//! Parameters of arms.

crate::params! {
    /// Bows, matchlocks and blades.
    pub struct ArmsParams in "arms" {
        /// Arrows a man on foot shoots, 1/min.
        bow_shots_per_min,
        /// Rate of a mounted archer, share.
        bow_mounted,
        /// Arrows a man carries, arrows.
        bow_arrows,
        /// Distance at which men begin to shoot, m.
        bow_range_m,
        /// Hits on a single man at 20 m, share.
        bow_hit_20,
        /// Hits on a single man at 50 m, share.
        bow_hit_50,
        /// Hits on a single man at 100 m, share.
        bow_hit_100,
        /// Hits on a dense body at 50 m, share.
        bow_block_50,
        /// Hits on a dense body at 100 m, share.
        bow_block_100,
        /// Width of the lane a flat shot needs clear of all but enemies, m.
        lane_width_m,
        /// Time before a man whose lane is blocked looks for another shot, s.
        masked_wait_s,
        /// Nearest distance at which he shoots in an arc over those in front, m.
        bow_arc_from_m,
        /// Arrows that go through cotton at 20 m, share.
        bow_cotton_20,
        /// The same at 50 m, share.
        bow_cotton_50,
        /// The same at 100 m, share.
        bow_cotton_100,
        /// Arrows that go through brigandine at 20 m, share.
        bow_plate_20,
        /// The same at 50 m, share.
        bow_plate_50,
        /// The same at 100 m, share.
        bow_plate_100,
        /// Shots of a matchlock man, 1/min.
        gun_shots_per_min,
        /// Charges he carries, charges.
        gun_charges,
        /// Longest time before a man's first shot, s.
        first_shot_s,
        /// Distance at which he begins to shoot, m.
        gun_range_m,
        /// Hits of a matchlock at 50 m, share.
        gun_hit_50,
        /// Hits at 100 m, share.
        gun_hit_100,
        /// Hits at 150 m, share.
        gun_hit_150,
        /// Balls that go through any armour, share.
        gun_through,
        /// Shots that do not go off, share.
        gun_misfire,
        /// Distance of flames from which he begins to refuse, m.
        gun_shy_from_m,
        /// Distance of flames at which he refuses most, m.
        gun_shy_full_m,
        /// Share who refuse there, share.
        gun_refusal,
        /// Loads that go off in his face within that distance, share.
        gun_accident,
        /// Of missile wounds, killed, share.
        shot_dead,
        /// Of missile wounds, put out, share.
        shot_out,
        /// Hits from a galloping horse relative to one that stands, share.
        gallop_aim,
        /// Wounds a man gives each minute of trading blows, 1/min.
        blow_per_man_min,
        /// Share of time in blows of men face to face, share.
        blow_share_lines,
        /// Share of time in blows against men who run, or are hemmed in, share.
        blow_share_rout,
        /// Blows from behind relative to in front, 1.
        blow_back,
        /// Blows of a mounted man at one on foot, 1.
        blow_mounted,
        /// Blows of an angry man, 1.
        blow_angry,
        /// Blows of a shaken man, share.
        blow_shaken,
        /// Blows of a wavering man, share.
        blow_wavering,
        /// Reach of a man on foot, body to body, m.
        blow_reach_foot_m,
        /// Reach of a rider, body to body, m.
        blow_reach_horse_m,
        /// Blows that armour lets through, share.
        blow_armour,
        /// Of wounds by blades, killed, share.
        blow_dead,
        /// Of wounds by blades, put out, share.
        blow_out,
    }
}
