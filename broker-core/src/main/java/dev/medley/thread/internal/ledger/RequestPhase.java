package dev.medley.thread.internal.ledger;

import java.util.Locale;

/**
 * The phases of an inbound request, in the order in which most requests have them. At each moment a request is in exactly one:
 * if several things go on at once, work comes before waiting; of two kinds of work, or of two waits, the later one counts.
 */
public enum RequestPhase {
    /** Waits for its client: from the first byte to the head, and for the body, if the mashup waits for nothing else. */
    READING,
    /** It is decided whether its mashup may run, or the request waits for that, or for a thread. */
    ADMISSION,
    /** Work: a thread runs code of the mashup. */
    COMPOSING,
    /** Waits for exchanges: some are in flight, and no code of the mashup runs. */
    EXCHANGES,
    /** Waits for something that Medley does not see, such as a future of the mashup's own. */
    OTHER,
    /** Work: a computation of the mashup is under way. */
    COMPUTING,
    /** Work: the reply is put together from the responses. */
    MERGING,
    /** Work: the reply is decided, and being written to its end, whatever else goes on. */
    WRITING;

    private final String label = name().toLowerCase(Locale.ROOT);

    /** Returns the name that metrics, logs and {@code Server-Timing} use. */
    public String label() {
        return label;
    }
}
