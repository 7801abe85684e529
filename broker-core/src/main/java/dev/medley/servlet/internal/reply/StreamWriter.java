package dev.medley.servlet.internal.reply;

import jakarta.servlet.ServletOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the parts of a publisher to the client, without blocking: a part is requested once the part before it is written,
 * so that one is held at a time. If the publisher breaks the rules of Reactive Streams, the reply is broken off.
 */
final class StreamWriter extends BodyWriter {

    private static final Logger LOG = LoggerFactory.getLogger(StreamWriter.class);

    private final Flow.Publisher<ByteBuffer> publisher;
    /** Bytes that have been announced, or -1. */
    private final long length;

    private final AtomicReference<Flow.@Nullable Subscription> subscription = new AtomicReference<>();
    /** True while a part has been requested and has not come. */
    private final AtomicBoolean requested = new AtomicBoolean();
    /** Set by the first of: completion, error, violation of the rules. */
    private final AtomicReference<@Nullable End> ended = new AtomicReference<>();

    private volatile @Nullable ByteBuffer arrived;
    /** True if no part is requested or held, so that the next one is to be requested. */
    private volatile boolean demand;
    /** For {@link #write} only. */
    private long written;
    /** True while something may still be in the container's buffer. For {@link #write} only. */
    private boolean unflushed;

    StreamWriter(
            ServletOutputStream out, Flow.Publisher<ByteBuffer> publisher, long length, ReplyWriter.Suspended end) {
        super(out, end);
        this.publisher = publisher;
        this.length = length;
    }

    @Override
    void start() {
        super.start();
        try {
            publisher.subscribe(new Subscriber());
        } catch (RuntimeException | Error x) {
            endWith(x);
        }
    }

    @Override
    boolean write(ServletOutputStream to) throws IOException {
        // In this order: a part that came before the end is seen then.
        End last = ended.get();
        ByteBuffer part = arrived;
        if (part != null) {
            arrived = null;
            write(part, to);
        } else if (last != null) {
            finish(last.failure);
        } else if (demand) {
            demand = false;
            request();
        } else if (unflushed) {
            // The publisher pauses; its parts so far must not wait in the buffer.
            unflushed = false;
            to.flush();
        } else {
            return false;
        }
        return true;
    }

    private void write(ByteBuffer part, ServletOutputStream to) throws IOException {
        written += part.remaining();
        if (length >= 0 && written > length) {
            finish(new IllegalStateException("the publisher has more than the %d bytes announced".formatted(length)));
            return;
        }
        demand = true;
        if (!part.hasRemaining()) {
            return;
        }
        unflushed = true;
        if (part.hasArray()) {
            to.write(part.array(), part.arrayOffset() + part.position(), part.remaining());
        } else {
            byte[] copy = new byte[part.remaining()];
            part.duplicate().get(copy);
            to.write(copy, 0, copy.length);
        }
    }

    private void finish(@Nullable Throwable failure) {
        if (failure != null) {
            endBy(() -> end().failed(failure));
        } else if (length >= 0 && written < length) {
            endBy(() -> end().failed(new IllegalStateException(
                    "the publisher has %d of the %d bytes announced".formatted(written, length))));
        } else {
            endBy(end()::written);
        }
    }

    private void request() {
        Flow.Subscription given = subscription.get();
        if (given == null) {
            return;
        }
        requested.set(true);
        try {
            given.request(1);
        } catch (RuntimeException | Error x) {
            endWith(x);
        }
    }

    private void endWith(@Nullable Throwable failure) {
        if (ended.compareAndSet(null, new End(failure))) {
            called();
        }
    }

    @Override
    void release() {
        Flow.Subscription given = subscription.get();
        End last = ended.get();
        boolean complete = last != null && last.failure == null;
        if (given != null && !complete) {
            cancel(given);
        }
    }

    private static void cancel(Flow.Subscription given) {
        try {
            given.cancel();
        } catch (RuntimeException | Error x) {
            LOG.warn("a publisher failed while its subscription was cancelled", x);
        }
    }

    /** Apart from the writer, because the container and the publisher both have an {@code onError}. */
    private final class Subscriber implements Flow.Subscriber<ByteBuffer> {

        @Override
        public void onSubscribe(Flow.Subscription given) {
            if (isNothing(given)) {
                return;
            }
            if (!subscription.compareAndSet(null, given)) {
                cancel(given);
                return;
            }
            if (isOver()) {
                cancel(given);
                return;
            }
            demand = true;
            called();
        }

        @Override
        public void onNext(ByteBuffer part) {
            if (isNothing(part)) {
                return;
            }
            if (isOver() || ended.get() != null) {
                return;
            }
            if (!requested.compareAndSet(true, false)) {
                breakOff(new IllegalStateException("the publisher has sent a part that was not requested"));
                return;
            }
            arrived = part;
            called();
        }

        @Override
        public void onError(Throwable failure) {
            if (!isNothing(failure)) {
                endWith(failure);
            }
        }

        @Override
        public void onComplete() {
            endWith(null);
        }

        /** An error of null is not the end, a part of null not a part: either breaks the reply off. */
        private boolean isNothing(@Nullable Object signalled) {
            if (signalled == null) {
                breakOff(new NullPointerException("the publisher has signalled null"));
            }
            return signalled == null;
        }
    }

    private record End(@Nullable Throwable failure) {}
}
