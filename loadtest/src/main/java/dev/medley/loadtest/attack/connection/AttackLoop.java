package dev.medley.loadtest.attack.connection;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Carries an attack out on one thread: so many connections at a time, each of which is opened again when it ends, until so
 * many bytes are sent. What is open then stays open.
 */
public final class AttackLoop {

    private static final long TICK_MILLIS = 5;
    /** The time between two connections of one place, where other clients have a bound: it makes 1,000 connections a second. */
    private static final long REOPEN_AFTER = TimeUnit.MILLISECONDS.toNanos(100);

    /** The same where they have none. */
    private static final long REOPEN_SOON = TimeUnit.MILLISECONDS.toNanos(10);

    private static final int BUFFER = 64 * 1024;

    private final Attack attack;
    private final InetSocketAddress target;
    private final AttackConnection.Links links;
    private final Budget budget;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
    private final List<Place> places = new ArrayList<>();
    private long opened;
    private long ended;
    private long sentByEnded;
    private long receivedByEnded;

    /**
     * Creates a loop.
     *
     * @param maxBytes that its sockets may take in all, as {@link Budget} counts them
     */
    public AttackLoop(Attack attack, InetSocketAddress target, AttackConnection.Links links, long maxBytes) {
        this.attack = attack;
        this.target = target;
        this.links = links;
        budget = new Budget(maxBytes);
        for (int i = 0; i < attack.connections(); i++) {
            places.add(new Place());
        }
    }

    /** Figures so far. */
    public record Totals(long opened, long ended, long sent, long received) {}

    /** Attacks until {@code observer} says no, which is asked every few milliseconds. */
    public void run(Observer observer) throws IOException {
        try (Selector selector = Selector.open()) {
            while (observer.goOn(totals())) {
                selector.select(this::ready, TICK_MILLIS);
                long now = System.nanoTime();
                for (Place place : places) {
                    place.tick(selector, now);
                }
            }
            places.forEach(Place::reset);
        }
    }

    /** Hears of the progress. */
    public interface Observer {
        boolean goOn(Totals totals);
    }

    private Totals totals() {
        long sent = sentByEnded;
        long received = receivedByEnded;
        for (Place place : places) {
            AttackConnection connection = place.connection;
            if (connection != null) {
                sent += connection.sent();
                received += connection.received();
            }
        }
        return new Totals(opened, ended, sent, received);
    }

    private void ready(SelectionKey key) {
        AttackConnection connection = (AttackConnection) key.attachment();
        try {
            connection.ready(buffer, System.nanoTime());
        } catch (IOException x) {
            // The server has closed it: its place opens another one.
            connection.reset();
        }
    }

    /** The place of one connection at a time. */
    private final class Place {

        private @Nullable AttackConnection connection;
        private long openFrom = System.nanoTime();

        void tick(Selector selector, long now) {
            AttackConnection current = connection;
            try {
                if (current == null) {
                    if (!budget.isSpent() && now - openFrom >= 0) {
                        opened++;
                        connection = AttackConnection.open(
                                selector, target, links, attack.script().get(), budget);
                    }
                } else if (current.isOpen()) {
                    current.tick(now);
                } else {
                    end(current, now);
                }
            } catch (IOException x) {
                reset();
            }
        }

        private void end(AttackConnection current, long now) {
            ended++;
            sentByEnded += current.sent();
            receivedByEnded += current.received();
            connection = null;
            openFrom = now + (attack.bounded() ? REOPEN_AFTER : REOPEN_SOON);
        }

        void reset() {
            AttackConnection current = connection;
            if (current != null) {
                current.reset();
            }
        }
    }
}
