package dev.medley.connection;

import dev.medley.connection.internal.PartnerConnection;
import dev.medley.connection.internal.address.Address;
import dev.medley.connection.internal.pool.ConnectionManager;
import dev.medley.thread.internal.BrokerPool;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.Connection;
import org.eclipse.jetty.client.ConnectionPool;
import org.eclipse.jetty.client.Destination;
import org.eclipse.jetty.client.DuplexConnectionPool;
import org.eclipse.jetty.client.HttpClient;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of taking an idle connection and putting it back while many others are in use: Medley's list beside the pool
 * of Jetty's client. The connections are real ones, to a listener that never answers.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class IdleConnectionBenchmark {

    private static final int IDLE = 16;
    private static final int AT_A_TIME = 100;
    private static final int POOL_THREADS = 16;
    private static final long CONNECT_TIMEOUT_MILLIS = 10_000;

    /** The number of connections in use during the measurement. */
    @Param({"10", "100", "1000", "4000"})
    public int inUse;

    private Listener listener;

    /** Starts what accepts the connections. */
    @Setup(Level.Trial)
    public void listen() throws IOException {
        listener = new Listener();
    }

    /** Ends it. */
    @TearDown(Level.Trial)
    public void stopListening() throws IOException {
        listener.close();
    }

    /** Medley's list, under one thread. */
    @Benchmark
    @Threads(1)
    public void medley(Medley medley) {
        medley.takeAndPutBack();
    }

    /** Medley's list, under two threads, which contend for its lock. */
    @Benchmark
    @Threads(2)
    public void medleyContended(Medley medley) {
        medley.takeAndPutBack();
    }

    /** Jetty's pool, under one thread. */
    @Benchmark
    @Threads(1)
    public void jetty(Jetty jetty) {
        jetty.takeAndPutBack();
    }

    /** Jetty's pool, under two threads. */
    @Benchmark
    @Threads(2)
    public void jettyContended(Jetty jetty) {
        jetty.takeAndPutBack();
    }

    /** Connections as the broker keeps them. */
    @State(Scope.Benchmark)
    public static class Medley {

        private final BrokerPool pool = new BrokerPool(POOL_THREADS, false);
        private final ConnectionManager manager = new ConnectionManager(pool, CONNECT_TIMEOUT_MILLIS);
        private ConnectionPool connections;

        /** Opens all, and makes {@value #IDLE} of them idle. */
        @Setup(Level.Trial)
        public void open(IdleConnectionBenchmark benchmark) {
            pool.start();
            connections = manager.register("partner", Address.of(benchmark.listener.uri()), 0);
            manager.start();
            List<PartnerConnection> opened = new ArrayList<>();
            while (opened.size() < benchmark.inUse + IDLE) {
                List<CompletableFuture<PartnerConnection>> some = new ArrayList<>();
                for (int i = 0; i < AT_A_TIME && opened.size() + i < benchmark.inUse + IDLE; i++) {
                    some.add(openOne());
                }
                some.forEach(one -> opened.add(one.join()));
            }
            opened.subList(0, IDLE).forEach(PartnerConnection::putBack);
        }

        /** Closes them. */
        @TearDown(Level.Trial)
        public void close() {
            manager.close();
            pool.close();
        }

        void takeAndPutBack() {
            PartnerConnection taken = connections.takeIdle();
            if (taken == null) {
                throw new IllegalStateException("no idle connection");
            }
            taken.putBack();
        }

        private CompletableFuture<PartnerConnection> openOne() {
            CompletableFuture<PartnerConnection> one = new CompletableFuture<>();
            connections.open(new Opening() {
                @Override
                public void onOpened(PartnerConnection connection) {
                    one.complete(connection);
                }

                @Override
                public void onOpenFailed(Throwable failure) {
                    one.completeExceptionally(failure);
                }
            });
            return one;
        }
    }

    /** Connections as Jetty's client keeps them. */
    @State(Scope.Benchmark)
    public static class Jetty {

        private final HttpClient client = new HttpClient();
        private ConnectionPool connections;

        /** Opens all, and takes all but {@value #IDLE} of them. */
        @Setup(Level.Trial)
        public void open(IdleConnectionBenchmark benchmark) throws Exception {
            int all = benchmark.inUse + IDLE;
            client.setMaxConnectionsPerDestination(all);
            client.start();
            Destination destination = client.resolveDestination(client.newRequest(benchmark.listener.uri()));
            connections = destination.getConnectionPool();
            DuplexConnectionPool pool = (DuplexConnectionPool) connections;
            for (int opened = 0; opened < all; opened += AT_A_TIME) {
                pool.preCreateConnections(Math.min(AT_A_TIME, all - opened)).join();
            }
            for (int i = 0; i < benchmark.inUse; i++) {
                take();
            }
        }

        /** Closes them. */
        @TearDown(Level.Trial)
        public void close() throws Exception {
            client.stop();
        }

        void takeAndPutBack() {
            connections.release(take());
        }

        private Connection take() {
            Connection taken = connections.acquire(false);
            if (taken == null) {
                throw new IllegalStateException("no idle connection");
            }
            return taken;
        }
    }

    /** Accepts connections and keeps them. */
    private static final class Listener {

        private static final int BACKLOG = 1024;

        private final ServerSocket socket = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        private final Queue<Socket> accepted = new ConcurrentLinkedQueue<>();

        Listener() throws IOException {
            Thread thread = new Thread(this::accept, "listener");
            thread.setDaemon(true);
            thread.start();
        }

        URI uri() {
            return URI.create("http://127.0.0.1:" + socket.getLocalPort());
        }

        void close() throws IOException {
            socket.close();
            for (Socket one : accepted) {
                one.close();
            }
        }

        private void accept() {
            try {
                while (true) {
                    accepted.add(socket.accept());
                }
            } catch (IOException x) {
                if (!socket.isClosed()) {
                    throw new IllegalStateException("the listener has failed", x);
                }
            }
        }
    }
}
