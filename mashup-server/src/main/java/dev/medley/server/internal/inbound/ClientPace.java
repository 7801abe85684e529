package dev.medley.server.internal.inbound;

import dev.medley.config.ClientSettings;
import org.jspecify.annotations.Nullable;

/**
 * The pace of one client, from one look of the {@link InboundWatch} to the next. A time-out for idle connections is no bound for
 * a client that sends or reads a byte now and then; these are:
 *
 * <ul>
 *   <li>the time of a head, from the look that finds its first bytes, to its last byte;
 *   <li>the rate of a body over HTTP/1.1: its bytes, by the time for which looks have found that more of it is awaited; over
 *       HTTP/2 each stream has one ({@link Http2Body});
 *   <li>the rate of a reply: the bytes that were written, by the time for which looks have found that more waits to be;
 *   <li>the time for which the rest of a request is dropped that has its reply.
 * </ul>
 *
 * <p>Used by the one thread that looks, and {@link #standsStill} by the one that searches.
 */
final class ClientPace {

    private static final long NONE = Long.MIN_VALUE;

    private long arrived = -1;
    private long bytesIn;
    /** At the last look. What waits for its turn, and has moved since, does not wait for the client: it may take all of it at once. */
    private long flushed;
    /** Whether a head could begin at the last look: else bytes since then may be the end of a body. */
    private boolean awaitedHead;

    private long headSince = NONE;
    private long lingersSince = NONE;
    private final Pace body = new Pace();
    private final Pace reply = new Pace();
    /** Of the bytes that the socket takes. */
    private final Standstill written = new Standstill();

    /**
     * Looks at {@code client}.
     *
     * @param now nanoseconds that the watch has looked for
     * @param elapsed since the last look of the watch
     * @return the reason to end its request, or its connection; or null
     */
    @Nullable
    ClosedFor look(InboundEndPoint endPoint, InboundConnection client, long now, long elapsed, ClientSettings bounds) {
        if (client.isLingering()) {
            if (lingersSince == NONE) {
                lingersSince = now;
            }
            return now - lingersSince > LingeringParser.MAX_DURATION.toNanos() ? ClosedFor.UNREAD_BODY : null;
        }
        boolean arrivedMore = client.arrived() != arrived;
        boolean awaitsHead = client.awaitsHead();
        long bytes = client.bytesIn();
        boolean moreBytes = awaitedHead && bytes != bytesIn;
        if (isHeadLate(awaitsHead && !arrivedMore, moreBytes || client.isWithinHead(), now, bounds)) {
            return ClosedFor.SLOW_HEAD;
        }
        awaitedHead = awaitsHead;
        if (arrivedMore) {
            body.end();
        }
        if (client.awaitsBody()) {
            body.waited(elapsed, bytes);
        }
        long flushedNow = endPoint.flushed();
        if (endPoint.isWritePending()
                && !client.isSession()
                && !(endPoint.awaitsWriteTurn() && flushedNow != flushed)) {
            reply.waited(elapsed, flushedNow);
        } else {
            reply.end();
        }
        flushed = flushedNow;
        arrived = client.arrived();
        bytesIn = bytes;
        if (body.isBelow(bounds.minRequestRate(), bytes, bounds)) {
            // A reply to it has as long again.
            body.end();
            return ClosedFor.SLOW_BODY;
        }
        return reply.isBelow(bounds.minReplyRate(), flushedNow, bounds) ? ClosedFor.SLOW_READER : null;
    }

    /** Returns whether the socket, which has {@code flushed} bytes by now and does not take more, has taken none for a while. */
    boolean standsStill(long flushed, Standstill.Search now) {
        return written.lasts(flushed, now);
    }

    private boolean isHeadLate(boolean awaited, boolean hasBegun, long now, ClientSettings bounds) {
        if (!awaited) {
            headSince = NONE;
        } else if (hasBegun && headSince == NONE) {
            headSince = now;
        }
        return headSince != NONE
                && !bounds.headTimeout().isZero()
                && now - headSince > bounds.headTimeout().toNanos();
    }
}
