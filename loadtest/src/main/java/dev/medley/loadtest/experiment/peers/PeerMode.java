package dev.medley.loadtest.experiment.peers;

/** The loads of the comparison. */
@SuppressWarnings("EffectivelyPrivate") // Picocli reads the constants.
enum PeerMode {
    /** A closed loop of users without think time, the server held on one core. */
    saturated,
    /** Arrivals at a fixed rate, far from saturation; nothing is held anywhere. */
    rate
}
