package dev.medley.server.capacity;

/**
 * What the whole load needs of something, and what one instance has of it.
 *
 * @param what it is
 * @param needed by all instances together, without what each needs for itself
 * @param offered by one instance, without its headroom and what it needs for itself
 * @param unit what both count
 */
record Demand(String what, double needed, double offered, Unit unit) {

    /** How many instances that takes, not rounded. */
    double instances() {
        return needed / offered;
    }
}
