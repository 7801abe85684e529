package dev.medley.server.internal.lifecycle;

import dev.medley.server.internal.http.LoopConnector;
import dev.medley.server.internal.inbound.InboundEndPoint;
import dev.medley.thread.internal.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.IO;
import org.eclipse.jetty.util.component.Graceful;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last requests of a server: for the delay all are served, then connections and requests are refused and those in flight
 * are completed.
 *
 * @param server of the mashups, which is stopped afterwards
 * @param requests counts those in flight and refuses new ones
 * @param connectors of the server
 * @param sessions ends the sessions on topics, which the drain does not wait for
 * @param clock of the delay
 */
record Drain(
        Server server, GracefulHandler requests, List<ServerConnector> connectors, Runnable sessions, Clock clock) {

    private static final Logger LOG = LoggerFactory.getLogger(Drain.class);

    /** Connections that the log names, when the drain has waited for them in vain. */
    private static final int NAMED = 10;

    /**
     * Returns once no request is in flight or {@code bound} has passed. An interrupt ends the delay, and then the drain.
     *
     * @param delay in which everything is served
     * @param bound of the drain
     * @return true if the thread was interrupted
     */
    boolean run(Duration delay, Duration bound) {
        boolean interrupted = false;
        if (!delay.isZero()) {
            LOG.info("not ready: new requests are served for {} ms more, then the drain begins", delay.toMillis());
            interrupted = interruptedIn(delay);
        }
        sessions.run();
        long inFlight = requests.getCurrentRequestCount();
        LOG.info("the drain begins: {} requests in flight, {} ms to complete", inFlight, bound.toMillis());
        long began = System.nanoTime();
        // The connectors first: the 503 of a request then has Connection: close.
        List<CompletableFuture<Void>> parts = new ArrayList<>();
        connectors.forEach(connector -> parts.add(refuse(connector)));
        parts.add(Graceful.shutdown(server));
        CompletableFuture<Void> completed = CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new));
        if (!interrupted) {
            interrupted = interruptedUntil(completed, bound);
        }
        long cutOff = requests.getCurrentRequestCount();
        LOG.info(
                "the drain ends after {} ms: {} requests completed, {} cut off",
                TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began),
                Math.max(0, inFlight - cutOff),
                cutOff);
        return interrupted;
    }

    private boolean interruptedUntil(CompletableFuture<Void> completed, Duration bound) {
        try {
            completed.get(bound.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException x) {
            return true;
        } catch (TimeoutException x) {
            logOpenConnections();
        } catch (ExecutionException x) {
            LOG.warn("the drain failed", x.getCause());
        }
        return false;
    }

    private void logOpenConnections() {
        List<String> open = connectors.stream()
                .flatMap(connector -> connector.getConnectedEndPoints().stream())
                .filter(InboundEndPoint.class::isInstance)
                .map(endPoint -> ((InboundEndPoint) endPoint).describe())
                .toList();
        LOG.info(
                "the drain has waited for {} connections: {}{}",
                open.size(),
                String.join("; ", open.subList(0, Math.min(NAMED, open.size()))),
                open.size() > NAMED ? "; …" : "");
    }

    private boolean interruptedIn(Duration delay) {
        CountDownLatch passed = new CountDownLatch(1);
        Clock.ScheduledTask end = clock.schedule(delay.toNanos(), passed::countDown);
        try {
            passed.await();
            return false;
        } catch (InterruptedException x) {
            end.cancel();
            return true;
        }
    }

    /** Closes the port, which Jetty leaves open without acceptors, and ends each connection with its next response. */
    private static CompletableFuture<Void> refuse(ServerConnector connector) {
        if (connector.getTransport() instanceof AutoCloseable port) {
            IO.close(port);
        }
        // The operating system closes a port that a selector has with that selector's next turn.
        if (connector instanceof LoopConnector onLoops) {
            onLoops.wakeUp();
        }
        return connector.shutdown();
    }
}
