//! Fire, heat and smoke in a battle's own systems.
