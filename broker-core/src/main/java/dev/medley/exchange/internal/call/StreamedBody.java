package dev.medley.exchange.internal.call;

import dev.medley.connection.internal.Transfer;
import dev.medley.exchange.BodyPart;
import dev.medley.exchange.internal.content.BadContentException;
import dev.medley.exchange.internal.content.ContentDecoder;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The body of a response on its way to the listener, part by part: each part is a copy, of what has come or of what has been
 * decompressed, and the next one is read once it is demanded.
 *
 * <p>The thread that reads and the one that demands take turns: the transfer reads nothing until the next part is demanded.
 */
final class StreamedBody {

    private final Call call;
    private final ResponseReader reader;
    private final @Nullable ContentDecoder decoder;
    private final long limit;
    private long passed;
    /** True while a part has been handed out and the next one has not been demanded. */
    private volatile boolean awaitsDemand;

    StreamedBody(Call call, ResponseReader reader, @Nullable ContentDecoder decoder) {
        this.call = call;
        this.reader = reader;
        this.decoder = decoder;
        limit = call.options().limits().maxStreamedBody();
    }

    boolean awaitsDemand() {
        return awaitsDemand;
    }

    /** Reads {@code bytes}; returns whether to read on, because they make no part. */
    boolean read(ByteBuffer bytes, Transfer active, ResponseReader.Receiver receiver) {
        ContentDecoder decoding = decoder;
        if (decoding == null) {
            deliver(copyOf(bytes), active, receiver);
            return false;
        }
        if (!decoding.add(copyOf(bytes))) {
            receiver.onFault(AttemptFailure.noMemory(call));
            return false;
        }
        if (decoding.received() > limit) {
            // Compressed data may go on without end, and decompress to nothing.
            receiver.onFault(AttemptFailure.tooLarge("max-streamed-body", limit));
            return false;
        }
        return decode(decoding, active, receiver);
    }

    /** Delivers the next part of what has been added; returns whether to read on, because there is none. */
    private boolean decode(ContentDecoder decoding, Transfer active, ResponseReader.Receiver receiver) {
        try {
            ByteBuffer decoded = decoding.read();
            if (decoded != null) {
                deliver(copyOf(decoded), active, receiver);
            }
            return decoded == null;
        } catch (BadContentException x) {
            receiver.onFault(AttemptFailure.ofContent(x));
            return false;
        }
    }

    private void deliver(ByteBuffer part, Transfer active, ResponseReader.Receiver receiver) {
        passed += part.remaining();
        if (passed > limit) {
            receiver.onFault(AttemptFailure.tooLarge("max-streamed-body", limit));
            return;
        }
        awaitsDemand = true;
        active.readSlowly();
        receiver.onPart(new BodyPart(part, () -> {
            // In this order: a check that finds the next part demanded must not find the time of the part before.
            reader.touch();
            awaitsDemand = false;
            call.onBrokerThread(() -> demand(active, receiver));
        }));
    }

    private void demand(Transfer active, ResponseReader.Receiver receiver) {
        ContentDecoder decoding = decoder;
        if (decoding == null || decode(decoding, active, receiver)) {
            active.demand();
        }
    }

    private static ByteBuffer copyOf(ByteBuffer bytes) {
        return ByteBuffer.allocate(bytes.remaining()).put(bytes).flip();
    }
}
