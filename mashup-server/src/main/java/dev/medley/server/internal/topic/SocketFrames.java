package dev.medley.server.internal.topic;

import dev.medley.server.internal.topic.websocket.Frames;
import dev.medley.topic.internal.Subscription;
import java.nio.ByteBuffer;

/** The documents of the protocol over WebSocket that a session writes by itself, as frames; replies are {@link SocketProtocol}'s. */
final class SocketFrames {

    private SocketFrames() {}

    /** Returns what is before the {@code members} bytes of a message, which all subscriptions get. */
    static ByteBuffer message(Subscription subscription, int members, long previous) {
        String first = "{\"id\":" + subscription.id() + ",\"prev\":\""
                + subscription.topic().log().epoch() + ':' + previous + "\",";
        return Frames.text(first, members);
    }

    /** Returns that messages are no longer there, and which is the first one that is. */
    static ByteBuffer gap(Subscription subscription, long first) {
        return Frames.text(
                "{\"type\":\"gap\",\"id\":%d,\"first\":\"%s:%d\"}"
                        .formatted(subscription.id(), subscription.topic().log().epoch(), first),
                0);
    }

    /** Returns that the client shall come back, after {@code millis} milliseconds. */
    static ByteBuffer reconnect(int millis) {
        return Frames.text("{\"type\":\"reconnect\",\"after\":%d}".formatted(millis), 0);
    }
}
