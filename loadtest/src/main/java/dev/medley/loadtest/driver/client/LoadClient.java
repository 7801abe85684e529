package dev.medley.loadtest.driver.client;

import dev.medley.loadtest.driver.plan.LoadPlan;
import dev.medley.loadtest.driver.plan.LoadProtocol;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.Connection;
import org.eclipse.jetty.client.Destination;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Origin;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/** Sends requests of one plan. Thread-safe. */
public final class LoadClient implements AutoCloseable {

    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    private final LoadPlan plan;
    private final boolean targetIsLocal;
    private final LoadRequest.Shared shared;
    private final Connections connections;
    private final Scheduler scheduler = new ScheduledExecutorScheduler("load-timer", true, 1);
    private final HttpClient client;
    private final Destination destination;

    private LoadClient(LoadPlan plan, InetAddress target, List<InetAddress> sources) throws Exception {
        this.plan = plan;
        targetIsLocal = SourceRotation.isLocal(target);
        shared = LoadRequest.Shared.of(plan);
        connections = new Connections(limits(plan, sources), this::open, this::soon);
        client = ClientFactory.start(plan, target, sources, scheduler, new ConnectionReports(connections));
        destination = client.resolveDestination(origin(plan));
    }

    /**
     * Starts a client for {@code plan}.
     *
     * @throws IOException if the target's host is unknown, or a source is no address of this machine
     * @throws IllegalStateException if the client does not start
     */
    public static LoadClient start(LoadPlan plan) throws IOException {
        InetAddress target = InetAddress.getByName(plan.target().getHost());
        List<InetAddress> sources = SourceRotation.choose(plan.sources(), target);
        try {
            return new LoadClient(plan, target, sources);
        } catch (Exception x) {
            throw new IllegalStateException("the HTTP client did not start: " + x, x);
        }
    }

    public Connections connections() {
        return connections;
    }

    /** Returns whether driver and target share the machine. */
    public boolean targetIsLocal() {
        return targetIsLocal;
    }

    @Nullable
    public String expectedText() {
        return plan.expectedText();
    }

    public long timeoutNanos() {
        return plan.timeout().toNanos();
    }

    public Request newRequest() {
        return new LoadRequest(client, shared);
    }

    /** Runs {@code task} after {@code nanos}, on the thread of the timer; not at all once the client is closed. */
    public void later(Runnable task, long nanos) {
        scheduler.schedule(task, nanos, TimeUnit.NANOSECONDS);
    }

    /** Closes all connections; what is in flight ends. An interrupt does not keep it from doing so, and stays. */
    @Override
    public void close() {
        boolean interrupted = Thread.interrupted();
        try {
            client.stop();
        } catch (Exception x) {
            throw new IllegalStateException("the HTTP client did not stop: " + x, x);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void open(Promise<Connection> promise) {
        destination.newConnection(promise);
    }

    private void soon(Runnable task) {
        try {
            client.getExecutor().execute(task);
        } catch (RejectedExecutionException closing) {
            // What was to be sent is not missed any more.
        }
    }

    private static Connections.Limits limits(LoadPlan plan, List<InetAddress> sources) {
        int most = Math.min(plan.maxConnections(), new DriverProcess().connections());
        int spread = Math.max(ClientFactory.selectors(plan), sources.size());
        int streams = plan.protocol().multiplexed() ? plan.streamsPerConnection() : 1;
        return new Connections.Limits(streams, most, Math.min(most, spread), plan.closing());
    }

    private static Origin origin(LoadPlan plan) {
        URI target = plan.target();
        boolean secure = LoadProtocol.isSecure(target);
        int defaultPort = secure ? HTTPS_PORT : HTTP_PORT;
        // Jetty's transport of HTTP/2 negotiates by itself. With HTTP/1.1 there would be a connection before its
        // handshake has ended, or failed.
        boolean negotiate = secure && !plan.protocol().multiplexed();
        return new Origin(
                secure ? "https" : "http",
                new Origin.Address(target.getHost(), target.getPort() < 0 ? defaultPort : target.getPort()),
                null,
                new Origin.Protocol(List.of(plan.protocol().alpn()), negotiate));
    }
}
