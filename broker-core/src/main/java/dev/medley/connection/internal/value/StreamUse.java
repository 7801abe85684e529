package dev.medley.connection.internal.value;

import dev.medley.context.Context;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * The use of a request's body by the broker, which the body extends so that it has no further object. Users of a body see
 * nothing of it; {@link StreamUses} gives access. Bytes may be sent by many exchanges, a stream by one.
 */
public abstract class StreamUse {

    private static final AtomicReferenceFieldUpdater<StreamUse, State> STATE =
            AtomicReferenceFieldUpdater.newUpdater(StreamUse.class, State.class, "state");

    private final Flow.@Nullable Publisher<ByteBuffer> publisher;
    private volatile State state = State.NONE;
    /** The context of the mashup that sends a stream, in which its publisher is called. */
    private volatile @Nullable Context context;

    /** Creates the use of a body; {@code publisher} is null unless it is a stream. */
    protected StreamUse(Flow.@Nullable Publisher<ByteBuffer> publisher) {
        this.publisher = publisher;
    }

    /** The use of a stream so far. */
    private enum State {
        NONE,
        /** An exchange has it. */
        TAKEN,
        /** A transfer has subscribed, or is about to. */
        SUBSCRIBED
    }

    final boolean isStream() {
        return publisher != null;
    }

    final void take() {
        if (publisher == null) {
            return;
        }
        if (!STATE.compareAndSet(this, State.NONE, State.TAKEN)) {
            throw new IllegalStateException(
                    "a streamed body can be sent only once, and another exchange already has it");
        }
        context = Context.capture();
    }

    final boolean isRepeatable() {
        return publisher == null || state != State.SUBSCRIBED;
    }

    final Context context() {
        Context taken = context;
        return taken == null ? Context.capture() : taken;
    }

    final void subscribe(Flow.Subscriber<ByteBuffer> reader) {
        if (STATE.getAndSet(this, State.SUBSCRIBED) == State.SUBSCRIBED) {
            reader.onError(new IllegalStateException("a streamed body accepts only one subscriber"));
        } else {
            Objects.requireNonNull(publisher, "not streamed").subscribe(reader);
        }
    }
}
