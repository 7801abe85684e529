package dev.medley.exchange;

import dev.medley.account.internal.ClientAccount;
import dev.medley.connection.ResponseHead;
import dev.medley.json.Json;
import dev.medley.partner.internal.cache.CachedHead;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The whole response of a call, which its exchanges share. Its bytes count as held until each of them has released it.
 * Thread-safe.
 */
final class CallResponse {

    private final BufferedResponse answer;
    private final @Nullable Json json;
    private final @Nullable ClientAccount account;
    /** The call is the first holder. */
    private final AtomicInteger holders = new AtomicInteger(1);

    /**
     * Creates a response.
     *
     * @param account the account that holds the bytes of the body, or null
     */
    CallResponse(BufferedResponse answer, @Nullable Json json, @Nullable ClientAccount account) {
        this.answer = answer;
        this.json = json;
        this.account = account;
    }

    ResponseHead head() {
        return answer.head();
    }

    /** The response as {@code exchange} brings it. */
    PartnerResponse of(Exchange exchange) {
        ResponseHead head = answer.head();
        if (exchange.isCoalesced() && head instanceof CachedHead cached) {
            head = cached.with(cached.cacheStatus().shared());
        }
        return new PartnerResponse(exchange, head, answer.body(), json);
    }

    /** One more holder, which must {@link #release()} it. */
    void hold() {
        holders.incrementAndGet();
    }

    /** The same for exchanges that join a call once it is complete; not counted as account. */
    CallResponse unheld() {
        return new CallResponse(answer, json, null);
    }

    /** One holder needs it no longer. */
    void release() {
        if (holders.decrementAndGet() == 0 && account != null) {
            account.release(answer.body().length);
        }
    }
}
