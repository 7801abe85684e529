package dev.medley.server.internal.inbound;

/**
 * How long something that waits for a client, or for its mashup, has made no progress: what makes some is not ended for what it holds. Used
 * by the one thread that searches.
 */
final class Standstill {

    /** A client far away reads in bursts: its answer to what it got takes a part of that time. */
    private static final long LEAST = InboundWatch.PERIOD.toNanos();

    private static final long NEVER = -1;

    private long progress;
    private long search = NEVER;
    private long since;

    /**
     * A search finds it waiting.
     *
     * @param made the bytes that have come, or gone, by now
     * @return whether the searches without a gap before this one, which are long enough, have found as many
     */
    boolean lasts(long made, Search now) {
        if (made != progress || now.number() != search + 1) {
            progress = made;
            since = now.nanos();
        }
        search = now.number();
        return now.nanos() - since >= LEAST;
    }

    /**
     * One of the searches for what clients hold.
     *
     * @param number 1 of the first, then one more than that of the search before; two more if there was a time in which nothing was searched for
     * @param nanos by the clock
     */
    record Search(long number, long nanos) {}
}
