package dev.medley.exchange;

import dev.medley.connection.ResponseHead;
import dev.medley.json.Json;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The whole response of a call, which its exchanges share. Its bytes count as held until each of them has released it.
 * Thread-safe.
 */
final class CallResponse {

    private final ResponseHead head;
    private final byte[] body;
    private final @Nullable Json json;
    private final @Nullable HeldBytes held;
    /** The call is the first holder. */
    private final AtomicInteger holders = new AtomicInteger(1);

    /**
     * Creates a response.
     *
     * @param held the budget that has reserved the bytes of {@code body}, or null
     */
    CallResponse(ResponseHead head, byte[] body, @Nullable Json json, @Nullable HeldBytes held) {
        this.head = head;
        this.body = body;
        this.json = json;
        this.held = held;
    }

    ResponseHead head() {
        return head;
    }

    /** The response as {@code exchange} brings it. */
    PartnerResponse of(Exchange exchange) {
        return new PartnerResponse(exchange, head, body, json);
    }

    /** One more holder, which must {@link #release()} it. */
    void hold() {
        holders.incrementAndGet();
    }

    /** The same for exchanges that join a call once it is complete; not counted as held. */
    CallResponse unheld() {
        return new CallResponse(head, body, json, null);
    }

    /** One holder needs it no longer. */
    void release() {
        if (holders.decrementAndGet() == 0 && held != null) {
            held.release(body.length);
        }
    }
}
