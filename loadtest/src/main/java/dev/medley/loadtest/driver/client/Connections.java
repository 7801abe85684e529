package dev.medley.loadtest.driver.client;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.eclipse.jetty.client.Connection;
import org.eclipse.jetty.client.ConnectionPool;
import org.eclipse.jetty.util.Attachable;
import org.eclipse.jetty.util.Promise;
import org.jspecify.annotations.Nullable;

/**
 * Finds a connection for each request. Taking one and giving it back takes the same short time however many there are:
 * Jetty's own pools look through all of them, which at thousands costs more than the requests.
 *
 * <p>Over HTTP/1.1 a request gets the connection that became free last, or a new one of its own. Over HTTP/2 the
 * connections with room for another stream take turns, and a new one is opened when none has. Where connections serve once,
 * each request gets a new one, which is closed when the request has ended.
 *
 * <p>Thread-safe: one lock guards everything, and nothing is called under it.
 */
public final class Connections {

    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<PooledConnection> free = new ArrayDeque<>();
    private final Deque<Caller> waiting = new ArrayDeque<>();
    private final Limits limits;
    private final Consumer<Promise<Connection>> opener;
    private final Executor executor;
    private int open;
    private int opening;

    /** A caller that needs a connection. Called once, by any thread. */
    public interface Caller {

        /** Sends on {@code line}, which {@link #release} must be called for when the request has ended. */
        void sendOn(PooledConnection line);

        /** There is no connection. */
        void notSent(Throwable failure);
    }

    /**
     * @param streams requests that a connection may carry at a time, if the target lets it
     * @param most connections at a time
     * @param atLeast connections to open before any is shared
     * @param once whether a connection carries one request only
     */
    record Limits(int streams, int most, int atLeast, boolean once) {

        boolean shared() {
            return streams > 1;
        }
    }

    /**
     * @param opener begins to open a connection
     * @param executor runs what must not pile up on the stack
     */
    Connections(Limits limits, Consumer<Promise<Connection>> opener, Executor executor) {
        this.limits = limits;
        this.opener = opener;
        this.executor = executor;
    }

    /** Connections that are open. */
    public int open() {
        lock.lock();
        try {
            return open;
        } finally {
            lock.unlock();
        }
    }

    /** Has {@code caller} send on a connection, now or as soon as there is one. */
    public void send(Caller caller) {
        PooledConnection line;
        boolean more;
        boolean waits = false;
        lock.lock();
        try {
            line = takeFree();
            more = wantsMore(line) && reserve();
            if (line == null) {
                waits = more || (limits.shared() && opening > 0);
                if (waits) {
                    waiting.add(caller);
                }
            }
        } finally {
            lock.unlock();
        }
        if (line != null) {
            caller.sendOn(line);
        } else if (!waits) {
            caller.notSent(new LimitException(limits.most()));
        }
        if (more) {
            openOne();
        }
    }

    /** Takes note that a request on {@code line} has ended. */
    public void release(PooledConnection line) {
        Caller next;
        lock.lock();
        try {
            line.used--;
            // Over HTTP/1.1 a connection is already being opened for each caller that waits. If it got this one
            // instead,
            // the caller that had it would need another, and there would be more connections than users.
            next = limits.shared() ? nextFor(line) : null;
            if (!limits.once()) {
                list(line);
            }
        } finally {
            lock.unlock();
        }
        if (limits.once()) {
            line.connection.close();
        }
        if (next != null) {
            executor.execute(() -> next.sendOn(line));
        }
    }

    /** Takes note that a connection was closed, or takes no more requests. */
    void lost(PooledConnection line) {
        boolean more;
        lock.lock();
        try {
            if (line.gone) {
                return;
            }
            line.gone = true;
            open--;
            more = tooFewOpening(waiting.size()) && reserve();
        } finally {
            lock.unlock();
        }
        if (more) {
            executor.execute(this::openOne);
        }
    }

    private boolean wantsMore(@Nullable PooledConnection line) {
        boolean tooFew = limits.shared() && open + opening < limits.atLeast();
        return tooFew || (line == null && tooFewOpening(waiting.size() + 1));
    }

    private boolean tooFewOpening(int callers) {
        return callers > (long) opening * limits.streams();
    }

    private boolean reserve() {
        if (open + opening == limits.most()) {
            return false;
        }
        opening++;
        return true;
    }

    private void openOne() {
        opener.accept(new Promise<>() {
            @Override
            public void succeeded(Connection connection) {
                opened(connection);
            }

            @Override
            public void failed(Throwable failure) {
                notOpened(failure);
            }
        });
    }

    private void opened(Connection connection) {
        PooledConnection line = new PooledConnection(connection, limits.streams());
        ((Attachable) connection).setAttachment(line);
        List<Caller> ready = new ArrayList<>();
        boolean more;
        lock.lock();
        try {
            opening--;
            open++;
            for (Caller next = nextFor(line); next != null; next = nextFor(line)) {
                ready.add(next);
            }
            list(line);
            more = tooFewOpening(waiting.size()) && reserve();
        } finally {
            lock.unlock();
        }
        // Closed before it had its attachment, its end was not reported.
        if (connection.isClosed()) {
            lost(line);
        }
        ready.forEach(caller -> caller.sendOn(line));
        if (more) {
            openOne();
        }
    }

    private void notOpened(Throwable failure) {
        List<Caller> hopeless = new ArrayList<>();
        lock.lock();
        try {
            opening--;
            // Each HTTP/1.1 request waits for a connection of its own, those of HTTP/2 wait for any.
            int hopeful = limits.shared() && open + opening > 0 ? Integer.MAX_VALUE : opening;
            while (waiting.size() > hopeful) {
                hopeless.add(waiting.remove());
            }
        } finally {
            lock.unlock();
        }
        hopeless.forEach(caller -> caller.notSent(failure));
    }

    private @Nullable PooledConnection takeFree() {
        for (PooledConnection line = free.pollFirst(); line != null; line = free.pollFirst()) {
            line.listed = false;
            if (!line.gone && line.hasRoom() && !line.connection.isClosed()) {
                line.used++;
                list(line);
                return line;
            }
        }
        return null;
    }

    private @Nullable Caller nextFor(PooledConnection line) {
        if (!line.gone && line.hasRoom() && !waiting.isEmpty()) {
            line.used++;
            return waiting.remove();
        }
        return null;
    }

    /** Puts a line with room where the next request looks for it. */
    private void list(PooledConnection line) {
        if (line.listed || line.gone || !line.hasRoom()) {
            return;
        }
        line.listed = true;
        if (limits.shared()) {
            free.addLast(line);
        } else {
            free.addFirst(line);
        }
    }

    /** The driver has no connection left to start a request on. */
    static final class LimitException extends Exception {

        private static final long serialVersionUID = 1L;

        LimitException(int connections) {
            // No stack trace: at the limit there is one of these for each arrival.
            super("all of the driver's " + connections + " connections are in use", null, false, false);
        }
    }

    /** A connection and its use. Its fields are guarded by the lock. */
    public static final class PooledConnection {

        public final Connection connection;
        private final int most;
        int used;
        boolean listed;
        boolean gone;

        /** @param most requests at a time, whatever the target allows */
        PooledConnection(Connection connection, int most) {
            this.connection = connection;
            this.most = most;
        }

        boolean hasRoom() {
            return used < most && used < allowed();
        }

        /** The requests that the target wants at a time. */
        private int allowed() {
            if (connection instanceof ConnectionPool.MaxMultiplexable multiplexable) {
                int streams = multiplexable.getMaxMultiplex();
                return streams < 0 ? Integer.MAX_VALUE : streams;
            }
            return 1;
        }
    }
}
