package dev.medley.server.internal.declared.run;

import dev.medley.mashup.internal.PartStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * The parts of a progressive reply, for one subscriber. A part is written into bytes when it is demanded: until then it is no
 * more than the response that the mashup holds anyhow.
 *
 * <p>Thread-safe: exchanges add parts, and the subscriber demands them.
 */
final class ReplyStream extends PartStream {

    /** Follows the last part. */
    private static final Supplier<byte[]> END = new Nothing();

    private final Queue<Supplier<byte[]>> parts = new ConcurrentLinkedQueue<>();
    /** True once the last part has been added: by the reply, or by what it failed with. */
    private final AtomicBoolean complete = new AtomicBoolean();

    /** Adds a part, unless the last one has been added. */
    void add(Supplier<byte[]> part) {
        if (!complete.get()) {
            parts.add(part);
            drain();
        }
    }

    /** Adds the last parts, unless others have been. */
    void end(List<Supplier<byte[]>> last) {
        if (complete.compareAndSet(false, true)) {
            // At once, so that a part which is added meanwhile is before these, or after the end.
            List<Supplier<byte[]>> end = new ArrayList<>(last);
            end.add(END);
            parts.addAll(end);
            drain();
        }
    }

    @Override
    protected String name() {
        return "a progressive reply";
    }

    @Override
    protected boolean next(Flow.Subscriber<? super ByteBuffer> reader) {
        Supplier<byte[]> part = parts.peek();
        if (part == END) {
            complete(reader);
            return false;
        }
        if (part == null || !isDemanded()) {
            return false;
        }
        parts.remove();
        ByteBuffer bytes;
        try {
            bytes = ByteBuffer.wrap(part.get());
        } catch (RuntimeException | Error x) {
            fail(reader, x);
            return false;
        }
        send(reader, bytes);
        return true;
    }

    private static final class Nothing implements Supplier<byte[]> {

        @Override
        public byte[] get() {
            return new byte[0];
        }
    }
}
