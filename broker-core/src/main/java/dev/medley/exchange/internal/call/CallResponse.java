package dev.medley.exchange.internal.call;

import dev.medley.account.internal.ClientAccount;
import dev.medley.connection.ResponseHead;
import dev.medley.exchange.ExchangeState;
import dev.medley.exchange.internal.content.BufferedResponse;
import dev.medley.exchange.internal.request.ExchangeOptions;
import dev.medley.json.Json;
import dev.medley.partner.internal.cache.CachedHead;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The whole response of a call, which its exchanges share, checked against the options of the call. Its bytes count as held until
 * each of them has released it. Thread-safe.
 */
final class CallResponse {

    private final BufferedResponse answer;
    private final @Nullable Json json;
    private final @Nullable DefaultExchangeException refusal;
    private final @Nullable ClientAccount account;
    /** The call is the first holder. */
    private final AtomicInteger holders = new AtomicInteger(1);

    private CallResponse(
            BufferedResponse answer,
            @Nullable Json json,
            @Nullable DefaultExchangeException refusal,
            @Nullable ClientAccount account) {
        this.answer = answer;
        this.json = json;
        this.refusal = refusal;
        this.account = account;
    }

    /**
     * Checks {@code answer}, for exchanges that fail in {@code phase} if it is refused.
     *
     * @param account the account that holds the bytes of the body, or null; those that a failure does not show are released
     */
    static CallResponse of(
            String partner,
            ExchangeOptions options,
            BufferedResponse answer,
            ExchangeState phase,
            @Nullable ClientAccount account) {
        try {
            Json json = ResponseCheck.document(options, partner, phase, answer);
            return new CallResponse(answer, json, null, account);
        } catch (DefaultExchangeException refusal) {
            BufferedResponse shown = new BufferedResponse(answer.head(), refusal.body());
            if (account != null) {
                account.release(answer.body().length - shown.body().length);
            }
            return new CallResponse(shown, null, refusal, account);
        } catch (RuntimeException | Error x) {
            // Such as no memory for the check.
            if (account != null) {
                account.release(answer.body().length);
            }
            throw x;
        }
    }

    /** Checks a stored response, whose bytes are not held: the bound of the cache counts them. */
    static CallResponse ofStored(String partner, ExchangeOptions options, BufferedResponse stored) {
        return of(partner, options, stored, ExchangeState.BODY, null);
    }

    ResponseHead head() {
        return answer.head();
    }

    /** The failure of a response that is refused, and that has as much as its failure shows; or null. */
    @Nullable
    DefaultExchangeException refusal() {
        return refusal;
    }

    /** The response as {@code exchange} brings it. */
    DefaultPartnerResponse of(DefaultExchange exchange) {
        ResponseHead head = answer.head();
        if (exchange.isCoalesced() && head instanceof CachedHead cached) {
            head = cached.with(cached.cacheStatus().shared());
        }
        return new DefaultPartnerResponse(exchange, head, answer.body(), json);
    }

    /** One more holder, which must {@link #release()} it. */
    void hold() {
        holders.incrementAndGet();
    }

    /** The same for exchanges that join a call once it is complete; not counted as account. */
    CallResponse unheld() {
        return new CallResponse(answer, json, refusal, null);
    }

    /** One holder needs it no longer. */
    void release() {
        if (holders.decrementAndGet() == 0 && account != null) {
            account.release(answer.body().length);
        }
    }
}
