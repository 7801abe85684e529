package dev.medley.servlet;

import dev.medley.context.Context;
import dev.medley.mashup.ProblemException;
import dev.medley.thread.Activity;
import dev.medley.thread.Placement;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Reads the body of a suspended request without blocking, up to a limit. */
final class BodyReader implements ReadListener {

    private static final int AT_ONCE = 8 * 1024;

    private final ServletInputStream in;
    private final boolean expected;
    private final int limit;
    private final Supplier<ProblemException> tooLarge;
    private final Runnable brokenOff;
    private final byte[] buffer = new byte[AT_ONCE];
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> whole;
    private final Placement placement;
    private final Activity activity;
    /** Of the thread that asked for the body, for the stages that depend on it. */
    private final Context context = Context.capture();

    /**
     * Reads {@code in}, in which bytes may be expected, and completes {@code whole} with them, or with the failure. Runs
     * {@code brokenOff} after that if the container reports the failure.
     */
    BodyReader(
            ServletInputStream in,
            boolean expected,
            int limit,
            Supplier<ProblemException> tooLarge,
            Runnable brokenOff,
            CompletableFuture<byte[]> whole,
            Placement placement,
            Activity activity) {
        this.in = in;
        this.expected = expected;
        this.limit = limit;
        this.tooLarge = tooLarge;
        this.brokenOff = brokenOff;
        this.whole = whole;
        this.placement = placement;
        this.activity = activity;
    }

    void start() {
        if (in.isFinished()) {
            // Tomcat does not call a listener then.
            onAllDataRead();
        } else {
            in.setReadListener(this);
        }
    }

    @Override
    public void onDataAvailable() throws IOException {
        while (in.isReady() && !in.isFinished()) {
            int read = in.read(buffer);
            if (read < 0) {
                return;
            }
            if (body.size() + read > limit) {
                end(() -> whole.completeExceptionally(tooLarge.get()));
                return;
            }
            body.write(buffer, 0, read);
        }
    }

    @Override
    public void onAllDataRead() {
        if (expected && body.size() == 0) {
            end(() -> whole.completeExceptionally(UnreadableBodyException.readBefore()));
        } else {
            end(() -> whole.complete(body.toByteArray()));
        }
    }

    /** The stages of the mashup go on by {@code completion}, where its code may run. */
    private void end(Runnable completion) {
        if (placement.mustLeaveThread()) {
            placement.execute(() -> complete(completion));
        } else {
            complete(completion);
        }
    }

    private void complete(Runnable completion) {
        Activity.Stretch stretch = activity.begin();
        try {
            context.run(completion);
        } finally {
            stretch.end();
        }
    }

    @Override
    public void onError(Throwable failure) {
        end(() -> whole.completeExceptionally(ServletInbound.brokenOff(failure)));
        brokenOff.run();
    }
}
