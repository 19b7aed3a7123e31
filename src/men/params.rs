//! Parameters of bodies.

crate::params! {
    /// How bodies move, collide, fall, tire, wade and burn.
    pub struct MenParams in "men" {
        /// How far a man in the ranks sees whether friends run, m.
        far_m,
        /// Walk on foot, m/s.
        walk_foot_m_s,
        /// Jog on foot, m/s.
        jog_foot_m_s,
        /// Run on foot, m/s.
        run_foot_m_s,
        /// Walk on horseback, m/s.
        walk_horse_m_s,
        /// Trot, m/s.
        trot_horse_m_s,
        /// Gallop, m/s.
        gallop_horse_m_s,
        /// Spread of speed between men.
        speed_spread,
        /// Half-width of a man, m.
        half_foot_m,
        /// Half-width of a horse with its rider's knees, m.
        half_width_horse_m,
        /// Half-length of a horse, m.
        half_length_horse_m,
        /// Room a horse takes, in men.
        horse_as_men,
        /// Time headway behind the man in front, s.
        headway_s,
        /// Share of the front man's speed taken over.
        headway_follow,
        /// Share of the front horse's speed that a rider takes over.
        headway_follow_horse,
        /// Headway of a man who presses on, relative to a calm one.
        headway_pressing,
        /// Distance within which a man gives way sideways, m.
        give_way_m,
        /// How strongly.
        give_way,
        /// Acceleration on foot, m/s2.
        gain_foot_m_s2,
        /// Acceleration of a horse, m/s2.
        gain_horse_m_s2,
        /// Braking on foot, m/s2.
        brake_foot_m_s2,
        /// Braking of a horse, m/s2.
        brake_horse_m_s2,
        /// Time to turn on foot, s.
        turn_foot_s,
        /// Time to turn a horse, s.
        turn_horse_s,
        /// Speed a man can keep up on foot, m/s.
        steady_foot_m_s,
        /// Distance in hand above it, m.
        reserve_foot_m,
        /// Speed a horse can keep up, m/s.
        steady_horse_m_s,
        /// Distance in hand above it, m.
        reserve_horse_m,
        /// Time constant of recovery, s.
        recovery_s,
        /// Chance that a horse or man at the gallop or run falls over a body he passes over.
        trip_per_body,
        /// Clear way to the next ahead beyond which he sees a body on the ground in time, m.
        open_way_m,
        /// Share of bodies he sees that he goes over all the same.
        body_seen,
        /// Chance of a fall in a collision at 5 m/s closing speed (grows with its square).
        fall_per_collision,
        /// Falls per km at a gallop over open ground.
        fall_per_km_gallop,
        /// Closing speed below which bodies only jostle, m/s.
        jostle_m_s,
        /// Chance to be put out by a fall from a horse at the gallop.
        fall_out,
        /// Chance to be hurt by such a fall.
        fall_hurt,
        /// Chance that the horse is lost in a fall.
        horse_lost,
        /// Shortest time on the ground, s.
        down_min_s,
        /// Longest time on the ground, s.
        down_max_s,
        /// Chance that a passing horse injures a man on the ground.
        trample_per_horse,
        /// Of those injured so, the share put out at once.
        trample_out,
        /// Of those put out so, the share killed.
        trample_dead,
        /// Rate at which a crowd on foot hurts a man it stands on, 1/s.
        trample_foot_per_s,
        /// Density above which it does, per m2.
        trample_foot_density_per_m2,
        /// Density above which nobody gets up, per m2.
        rise_density_per_m2,
        /// Chance that a passing friendly rider takes a fallen man up.
        pick_up,
        /// The same for a named person.
        pick_up_person,
        /// Depth a man on foot can wade, m.
        wade_foot_m,
        /// Depth a horse can wade, m.
        wade_horse_m,
        /// Wading speed of a horse at belly depth, relative to dry ground.
        wade_horse_belly,
        /// Depth times current above which men lose their footing, m2/s.
        footing_foot_m2_s,
        /// The same for horses, m2/s.
        footing_horse_m2_s,
        /// Rate of losing it when twice over, 1/s.
        footing_loss_per_s,
        /// Rate of drowning of a fallen man alone, 1/s.
        drown_per_s,
        /// Rate of drowning in a crowd, 1/s.
        drown_packed_per_s,
        /// Depth in which a fallen man can drown, m.
        drown_depth_m,
        /// Heat that hurts: flux below which nothing is taken in, kW/m2.
        heat_floor_kw_m2,
        /// Time in which heat taken in fades, s.
        heat_fade_s,
        /// Dose that hurts a man for the battle, (kW/m2)^(4/3) s.
        heat_hurt_dose,
        /// Dose that puts him out.
        heat_out_dose,
        /// Probit of death by dose: constant.
        heat_probit_a,
        /// Probit of death by dose: slope.
        heat_probit_b,
        /// Flux that a man will not go nearer to, kW/m2.
        heat_shun_kw_m2,
        /// Depth of a line of flames that men and horses leap over, m.
        thin_flames_m,
        /// Speed on hot ash relative to cold ground.
        ash_speed,
        /// Time for which ash is hot, s.
        ash_hot_s,
        /// Loss of walking speed in smoke, times extinction in 1/m (from 0.057/0.706).
        smoke_slows_m,
        /// Extinction that begins to choke, 1/m.
        choke_from_per_m,
        /// Time in which full choking smoke chokes a man, s.
        choke_in_s,
        /// Time in which he recovers, s.
        choke_out_s,
        /// Speed of a choking man relative to a breathing one.
        choke_speed,
        /// Speed of a man who is hurt.
        hurt_speed,
        /// Speed lost per unit of upward slope.
        slope_slows,
        /// Distance between files on foot, m.
        file_foot_m,
        /// Distance between ranks on foot, m.
        rank_foot_m,
        /// Distance between files of horse, m.
        file_horse_m,
        /// Distance between ranks of horse, m.
        rank_horse_m,
    }
}
