package dev.medley.loadtest.driver;

/** The distribution of the intervals between arrivals in the open loop. */
public enum ArrivalDistribution {

    /** At equal intervals. */
    CONSTANT,

    /**
     * At intervals that are distributed exponentially around their mean, as those of many people who do not know of one
     * another: a Poisson process.
     */
    EXPONENTIAL
}
