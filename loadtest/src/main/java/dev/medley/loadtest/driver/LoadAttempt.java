package dev.medley.loadtest.driver;

import dev.medley.loadtest.driver.client.AnswerReader;
import dev.medley.loadtest.driver.client.Connections;
import dev.medley.loadtest.driver.client.LoadClient;
import dev.medley.loadtest.driver.client.LoadOutcome;
import dev.medley.loadtest.driver.result.Measurements;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.io.Content;
import org.jspecify.annotations.Nullable;

/** One request of the load, from its start to its end, which comes exactly once. */
final class LoadAttempt implements Connections.Caller, Response.ContentSourceListener, Response.CompleteListener {

    /**
     * Over HTTP/2 a request that failed is reset, and counts as one of those on its connection until that is written. By
     * then it is. (Over HTTP/1.1 its connection is gone.)
     */
    private static final long RESET_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final LoadClient client;
    private final Measurements.InFlightRequest begun;
    private final Ending ending;
    private final AnswerReader body;
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile Connections.@Nullable PooledConnection line;

    /** Called when a request is over, by any thread; must not block. */
    @FunctionalInterface
    interface Ending {

        /** Called exactly once; after a complete answer, the connection can be used again or is gone. */
        void ended(LoadOutcome outcome);

        /** Returns for how many nanoseconds the connection is held behind a complete answer. Called before {@link #ended}. */
        default long heldNanos() {
            return 0;
        }
    }

    LoadAttempt(LoadClient client, Measurements.InFlightRequest begun, Ending ending) {
        this.client = client;
        this.begun = begun;
        this.ending = ending;
        body = new AnswerReader(client.expectedText() != null);
    }

    @Override
    public void sendOn(Connections.PooledConnection on) {
        line = on;
        long left = client.timeoutNanos() - begun.elapsed();
        if (left <= 0) {
            end(LoadOutcome.late(0));
            return;
        }
        Request request =
                client.newRequest().timeout(Math.max(1, TimeUnit.NANOSECONDS.toMillis(left)), TimeUnit.MILLISECONDS);
        try {
            on.connection.send(request, this);
        } catch (RuntimeException x) {
            end(LoadOutcome.broken(x, 0));
        }
    }

    @Override
    public void notSent(Throwable failure) {
        end(LoadOutcome.notConnected(failure));
    }

    @Override
    public void onContentSource(Response response, Content.Source source) {
        body.read(source);
    }

    @Override
    public void onComplete(Result result) {
        Throwable failure = result.getFailure();
        if (failure != null) {
            end(LoadOutcome.broken(failure, body.bytes()));
            return;
        }
        end(LoadOutcome.answered(result.getResponse().getStatus(), body, client.expectedText()));
    }

    private void end(LoadOutcome outcome) {
        if (!over.compareAndSet(false, true)) {
            return;
        }
        begun.ended(outcome);
        Connections.PooledConnection used = line;
        if (used != null) {
            release(used, outcome);
        }
        ending.ended(outcome);
    }

    private void release(Connections.PooledConnection used, LoadOutcome outcome) {
        // A user waits as long as it holds the connection, and is called after this.
        long nanos = outcome.complete() ? ending.heldNanos() : RESET_NANOS;
        if (nanos == 0) {
            client.connections().release(used);
        } else {
            client.later(() -> client.connections().release(used), nanos);
        }
    }
}
