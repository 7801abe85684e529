package dev.medley.connection.internal.value;

import dev.medley.context.Context;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;

/** What the broker does with the bodies of requests. */
public final class StreamUses {

    private StreamUses() {}

    /** Returns whether {@code body} is a stream. */
    public static boolean isStream(StreamUse body) {
        return body.isStream();
    }

    /**
     * Claims a stream for an exchange; bytes may be sent by many.
     *
     * @throws IllegalStateException if another exchange has it
     */
    public static void take(StreamUse body) {
        body.take();
    }

    /** Returns whether it can be sent by a further attempt: bytes, or a stream without a subscriber. */
    public static boolean isRepeatable(StreamUse body) {
        return body.isRepeatable();
    }

    /** Returns the context of the thread that took it, or of the calling thread if none did. */
    public static Context context(StreamUse body) {
        return body.context();
    }

    /** Subscribes to a stream, unless that has been done before; then {@code reader} gets an error. */
    public static void subscribe(StreamUse body, Flow.Subscriber<ByteBuffer> reader) {
        body.subscribe(reader);
    }
}
