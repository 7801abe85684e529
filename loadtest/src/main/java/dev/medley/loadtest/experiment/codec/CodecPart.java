package dev.medley.loadtest.experiment.codec;

/** The parts of the experiment, by the names that users type. */
@SuppressWarnings("EffectivelyPrivate") // Picocli reads the constants.
enum CodecPart {
    /** Units of work by four models, without a server. */
    units,
    /** Mashups beside others that code, in a server. */
    mashups
}
