package dev.medley.connection.internal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.medley.connection.RequestBody;
import dev.medley.thread.internal.Soon;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A publisher of a body that the test plays: it signals what the test wants, asked for or not. */
public final class HandPublisher implements Flow.Publisher<ByteBuffer> {

    private final AtomicInteger subscribers = new AtomicInteger();
    private final AtomicLong requested = new AtomicLong();
    private final AtomicInteger cancelled = new AtomicInteger();
    private volatile Flow.@Nullable Subscriber<? super ByteBuffer> subscriber;
    private long sent;

    /** A streamed body of so many bytes, or of an unknown number. */
    public RequestBody body(long length) {
        return RequestBody.stream("text/plain", length, this);
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> reader) {
        subscribers.incrementAndGet();
        reader.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long parts) {
                requested.addAndGet(parts);
            }

            @Override
            public void cancel() {
                cancelled.incrementAndGet();
            }
        });
        subscriber = reader;
    }

    /** Sends a part once it is requested. */
    public HandPublisher send(String part) {
        return send(ByteBuffer.wrap(part.getBytes(ISO_8859_1)));
    }

    /** Sends a part once it is requested. */
    public HandPublisher send(ByteBuffer part) {
        awaitRequest();
        sent++;
        subscriber().onNext(part);
        return this;
    }

    /** Sends a part, whether it is requested or not. */
    public HandPublisher push(@Nullable ByteBuffer part) {
        sent++;
        subscriber().onNext(part);
        return this;
    }

    /** Waits until the next part is requested. */
    public HandPublisher awaitRequest() {
        Soon.until("a request for part " + (sent + 1), () -> requested.get() > sent);
        return this;
    }

    /** Completes the body. */
    public HandPublisher complete() {
        subscriber().onComplete();
        return this;
    }

    /** Fails the body. */
    public void fail(@Nullable Throwable failure) {
        subscriber().onError(failure);
    }

    /** Waits until the subscription is cancelled. */
    public void awaitCancelled() {
        Soon.until("a cancellation", () -> cancelled.get() > 0);
    }

    /** The number of times that its subscription was cancelled. */
    public int cancelled() {
        return cancelled.get();
    }

    /** The number of its subscribers. */
    public int subscribers() {
        return subscribers.get();
    }

    /** The number of parts that have been requested. */
    public long requested() {
        return requested.get();
    }

    private Flow.Subscriber<? super ByteBuffer> subscriber() {
        Soon.until("a subscriber", () -> subscriber != null);
        return Objects.requireNonNull(subscriber);
    }
}
