package dev.medley.thread.internal.ledger;

import java.util.Locale;

/**
 * The phases of an inbound request, in the order in which most requests have them. At each moment a request is in exactly one:
 * if several things go on at once, work comes before waiting; of two kinds of work, or of two waits, the later one counts.
 */
public enum RequestPhase {
    /** Waits for its client: from the first byte to the head, and for the body, if the mashup waits for nothing else. */
    READING(0),
    /** It is decided whether its mashup may run, or the request waits for that, or for a thread. */
    ADMISSION(1),
    /** Work: a thread runs code of the mashup. */
    COMPOSING(2),
    /** Waits for exchanges: some are in flight, and no code of the mashup runs. */
    EXCHANGES(3),
    /** Waits for a thread that computes: a computation of the mashup is queued. */
    COMPUTE_QUEUE(4),
    /** Waits for something that Medley does not see, such as a future of the mashup's own. */
    OTHER(5),
    /** Work: a computation of the mashup is under way. */
    COMPUTING(6),
    /** Work: the reply is put together from the responses. */
    MERGING(7),
    /** Work: the reply is decided, and being written to its end, whatever else goes on. */
    WRITING(8);

    private final int index;
    private final String label;

    RequestPhase(int index) {
        this.index = index;
        label = name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Its place among all, from 0 on. */
    int index() {
        return index;
    }

    /** Returns the name that metrics, logs and {@code Server-Timing} use. */
    public String label() {
        return label;
    }
}
