package dev.medley.servlet.internal.schedule;

import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Status;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Reads a reply in parts as a whole, up to a bound. The publisher calls it by one thread at a time. */
final class ReplyCollector implements Flow.Subscriber<ByteBuffer> {

    /** A snapshot may have this part of the bytes that the server may hold. */
    static final int PART_OF_HELD = 4;

    private final long max;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private volatile Flow.@Nullable Subscription subscription;
    private volatile boolean cancelled;

    ReplyCollector(long max) {
        this.max = max;
    }

    /** Returns a stage of the body; it fails if that is too large, or breaks off. */
    CompletableFuture<byte[]> body() {
        return body;
    }

    /** Reads no more: the run is over. By any thread. */
    void cancel() {
        cancelled = true;
        Flow.Subscription begun = subscription;
        if (begun != null) {
            begun.cancel();
        }
    }

    @Override
    public void onSubscribe(Flow.Subscription begun) {
        subscription = begun;
        if (cancelled) {
            begun.cancel();
        } else {
            begun.request(1);
        }
    }

    @Override
    public void onNext(ByteBuffer part) {
        Flow.Subscription begun = subscription;
        if (begun == null) {
            return;
        }
        if (bytes.size() + (long) part.remaining() > max) {
            begun.cancel();
            body.completeExceptionally(new ProblemException(
                    Status.SERVICE_UNAVAILABLE,
                    "the reply has more than the %d bytes that there are for a snapshot".formatted(max)));
            return;
        }
        byte[] copy = new byte[part.remaining()];
        part.duplicate().get(copy);
        bytes.writeBytes(copy);
        begun.request(1);
    }

    @Override
    public void onError(Throwable failure) {
        body.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        body.complete(bytes.toByteArray());
    }
}
