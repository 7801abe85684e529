package dev.medley.server.internal.inbound;

import dev.medley.config.ClientSettings;
import dev.medley.thread.internal.Clock;
import dev.medley.thread.internal.RepeatedLook;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.eclipse.jetty.io.EndPoint;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at all connections of clients twice a second while there are any: at the pace of each ({@link ClientPace}), at those
 * that are idle where there are many, and for clients that have left while their requests are being answered. So none of this
 * costs a request anything.
 *
 * <p>Where the budget of held bytes is scarce, or clients wait for permits of a partner, it ends what waits for clients that have more
 * than their share, and has made no progress for a while ({@link Standstill}).
 *
 * <p>Thread-safe. Looks are made one at a time, by a thread of the pool.
 */
public final class InboundWatch implements AutoCloseable {

    /** A client that leaves is noticed within a second: it is looked for after this time at most, and half of it. */
    public static final Duration PERIOD = Duration.ofMillis(500);

    private static final Logger LOG = LoggerFactory.getLogger(InboundWatch.class);
    /** The least time between two searches for what clients hold beyond their share. */
    private static final Duration RELIEF = Duration.ofMillis(20);
    /** Between two looks; what is more is a pause. */
    private static final int MOST_PERIODS = 2;

    private final Clock clock;
    private final Duration period;
    private final ClientSettings bounds;
    private final Duration idleTimeout;
    private final Supplier<Collection<EndPoint>> connections;
    private final ClosedConnections closed;
    private final RepeatedLook looks;
    private final RepeatedLook searches;
    /** Whether the last look has found connections; for the thread that looks, as the next two. */
    private boolean goesOn;
    /** Of the last look. */
    private long last;
    /** The number of the last search; for the thread that searches. */
    private long search;
    /** Nanoseconds that have passed at the last look, less the pauses of the process, in which nothing could be read. */
    private long watched;

    /**
     * Creates a watch, which looks from the first {@link #connectionOpened()} on.
     *
     * @param period between two looks
     * @param idleTimeout for connections without a request, where there are few
     * @param closed counts the connections that are closed
     * @param connections returns those that are open
     */
    public InboundWatch(
            Clock clock,
            Duration period,
            ClientSettings bounds,
            Duration idleTimeout,
            ClosedConnections closed,
            Supplier<Collection<EndPoint>> connections) {
        this.clock = clock;
        this.period = period;
        this.bounds = bounds;
        this.idleTimeout = idleTimeout;
        this.closed = closed;
        this.connections = connections;
        // By a thread of the pool, which runs what is scheduled.
        looks = RepeatedLook.of("watch of clients", clock, period, Runnable::run, this::look);
        searches = RepeatedLook.of("search for what clients hold", clock, RELIEF, Runnable::run, this::relieve);
    }

    /** A connection has been opened. */
    public void connectionOpened() {
        looks.start(period);
    }

    /** Ends what waits for clients that have more than their share of what is scarce. Does not block. */
    public void relieveSoon() {
        searches.start(RELIEF);
    }

    private boolean relieve() {
        boolean inDebt = false;
        search++;
        Standstill.Search now = new Standstill.Search(search, clock.nanoTime());
        for (EndPoint each : connections.get()) {
            if (each instanceof InboundEndPoint endPoint && endPoint.account().isInDebt()) {
                relieve(endPoint, now);
                inDebt = true;
            }
        }
        if (!inDebt) {
            // The next one is not the next of these.
            search++;
        }
        // What is held may begin to wait only now.
        return inDebt;
    }

    private void relieve(InboundEndPoint endPoint, Standstill.Search now) {
        try {
            InboundConnection client = endPoint.client();
            if (client == null) {
                return;
            }
            boolean isDeaf = endPoint.isWritePending() && endPoint.pace().standsStill(endPoint.flushed(), now);
            boolean ofBytes = endPoint.account().holdsTooMuch();
            int ended = client.endWaiting(new Debt(now, ofBytes, isDeaf));
            for (int i = 0; i < ended; i++) {
                closed.add(ClosedFor.BEYOND_SHARE);
            }
            // Over HTTP/2 permits are held by streams, and others share the connection.
            if (ended == 0 && isDeaf && (ofBytes || client.isWithinReply())) {
                closed.add(ClosedFor.BEYOND_SHARE);
                end(endPoint, client, ClosedFor.BEYOND_SHARE);
            }
        } catch (RuntimeException x) {
            LOG.warn("what a client holds cannot be released: {}", endPoint, x);
        }
    }

    /** Makes no further look. */
    @Override
    public void close() {
        looks.close();
        searches.close();
    }

    private boolean look() {
        Collection<EndPoint> open = connections.get();
        long now = clock.nanoTime();
        long elapsed = goesOn ? Math.min(now - last, MOST_PERIODS * period.toNanos()) : period.toNanos();
        last = now;
        watched += elapsed;
        Duration idle = bounds.idleTimeout(idleTimeout, crowd(open));
        for (EndPoint each : open) {
            if (each instanceof InboundEndPoint endPoint) {
                lookAt(endPoint, elapsed, idle);
            }
        }
        goesOn = !open.isEmpty();
        return goesOn;
    }

    /** Sessions are many, and no crowd: they are what topics are for, and have bounds of their own. */
    private int crowd(Collection<EndPoint> open) {
        return open.size() <= bounds.crowdedFrom()
                ? open.size()
                : (int) open.stream()
                        .filter(each -> !(each instanceof InboundEndPoint endPoint && endPoint.isOfSessions()))
                        .count();
    }

    private void lookAt(InboundEndPoint endPoint, long elapsed, Duration idle) {
        try {
            InboundConnection client = endPoint.client();
            if (client == null) {
                return;
            }
            if (client.servingNanos() > PERIOD.toNanos() / 2) {
                endPoint.lookForEnd();
            }
            for (int slow = client.endSlowBodies(elapsed, bounds); slow > 0; slow--) {
                closed.add(ClosedFor.SLOW_BODY);
            }
            for (int slow = client.endSlowReplies(elapsed, bounds); slow > 0; slow--) {
                closed.add(ClosedFor.SLOW_READER);
            }
            ClosedFor reason = endPoint.pace().look(endPoint, client, watched, elapsed, bounds);
            if (reason == null && isTooIdle(endPoint, client, idle)) {
                reason = ClosedFor.CROWDED;
            }
            if (reason != null) {
                closed.add(reason);
                end(endPoint, client, reason);
            }
        } catch (RuntimeException x) {
            LOG.warn("a connection cannot be inspected: {}", endPoint, x);
        }
    }

    private static void end(InboundEndPoint endPoint, InboundConnection client, ClosedFor reason) {
        LOG.debug("a request, or a connection, is ended: {}, {}", reason.label(), endPoint);
        Runnable close = () -> endPoint.close(new TimeoutException(reason.label()));
        if (reason == ClosedFor.SLOW_BODY) {
            client.endSlowBody(close);
            return;
        }
        if (reason == ClosedFor.SLOW_HEAD) {
            client.refuseHead();
        }
        close.run();
    }

    private boolean isTooIdle(InboundEndPoint endPoint, InboundConnection client, Duration idle) {
        return idle.compareTo(idleTimeout) < 0
                && !client.isServing()
                && endPoint.getIdleFor() > idle.toMillis()
                && !endPoint.readUnnoticed();
    }
}
