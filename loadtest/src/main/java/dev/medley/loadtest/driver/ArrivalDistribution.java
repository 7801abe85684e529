package dev.medley.loadtest.driver;

/** How the arrivals of the open loop follow one another. */
public enum ArrivalDistribution {

    /** At equal intervals. */
    CONSTANT,

    /**
     * At intervals that are distributed exponentially around their mean, as those of many people who do not know of one
     * another: a Poisson process.
     */
    EXPONENTIAL
}
