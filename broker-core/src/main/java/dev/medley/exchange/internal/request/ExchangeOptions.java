package dev.medley.exchange.internal.request;

import dev.medley.connection.internal.ResponseLimits;
import dev.medley.format.Format;
import dev.medley.json.JsonLimits;
import dev.medley.partner.PartnerSettings;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The options of an exchange beside its request.
 *
 * @param timeout of the whole exchange
 * @param attemptTimeout of an attempt, once it has a permit
 * @param connectTimeout for a connection to be established
 * @param idleTimeout for which an attempt goes on without a byte from the partner
 * @param maxBody bytes of a body that is buffered whole
 * @param expectJson whether a response with a 2xx status must be a JSON document
 * @param accepted the statuses beside 2xx with which a response is not refused; null if no status is refused, which
 *     becomes none beside 2xx if JSON is expected
 * @param jsonLimits of the document that is expected
 * @param streamed whether the body goes to the listener part by part
 * @param limits on the response beside {@code maxBody}
 * @param decompress whether the partner was asked for a compressed body
 * @param maxRedirects that are followed
 * @param retries attempts to send beyond the first; {@link #OF_PARTNER} for those of the partner
 * @param hedgeNanos after which an attempt starts beside the first, 0 for none; {@link #OF_PARTNER} for those of the partner
 * @param faults format of the faults that a response whose status is refused may have; null for none
 */
public record ExchangeOptions(
        Duration timeout,
        Duration attemptTimeout,
        Duration connectTimeout,
        Duration idleTimeout,
        long maxBody,
        boolean expectJson,
        @Nullable Set<Integer> accepted,
        JsonLimits jsonLimits,
        boolean streamed,
        ResponseLimits limits,
        boolean decompress,
        int maxRedirects,
        int retries,
        long hedgeNanos,
        @Nullable Format<?> faults) {

    private static final int HUNDRED = 100;
    private static final int SUCCESS = 2;

    /** The policy of the partner decides. */
    public static final int OF_PARTNER = -1;

    /** Creates options; an exchange that expects JSON accepts 2xx only, unless other statuses are given. */
    public ExchangeOptions {
        accepted = accepted(accepted, expectJson);
    }

    /** The statuses that are accepted beside 2xx: those {@code given}, else none if JSON is expected; null for all. */
    public static @Nullable Set<Integer> accepted(@Nullable Set<Integer> given, boolean expectJson) {
        return given == null && expectJson ? Set.of() : given;
    }

    /** These options with another time for the exchange as a whole. */
    public ExchangeOptions timeout(Duration whole) {
        return new ExchangeOptions(
                whole,
                attemptTimeout,
                connectTimeout,
                idleTimeout,
                maxBody,
                expectJson,
                accepted,
                jsonLimits,
                streamed,
                limits,
                decompress,
                maxRedirects,
                retries,
                hedgeNanos,
                faults);
    }

    /** The options of a request of no mashup: those of the partner, any status, any document. */
    public ExchangeOptions ofAnyResponse(PartnerSettings settings) {
        return new ExchangeOptions(
                settings.timeout(),
                settings.attemptTimeout(),
                connectTimeout,
                settings.idleTimeout(),
                settings.limits().maxBody(),
                false,
                null,
                jsonLimits,
                false,
                limits,
                decompress,
                maxRedirects,
                OF_PARTNER,
                OF_PARTNER,
                null);
    }

    /** Returns whether a response with {@code status} is not refused for it. */
    public boolean accepts(int status) {
        return accepted == null || isSuccess(status) || accepted.contains(status);
    }

    /** Returns whether an attempt, once connected, may have a deadline before the call has, which has {@code leftNanos}. */
    public boolean hasAttemptDeadlines(long leftNanos) {
        return attemptTimeout.toNanos() < leftNanos || idleTimeout.toNanos() < leftNanos;
    }

    /** Returns whether {@code status} is 2xx. */
    public static boolean isSuccess(int status) {
        return status / HUNDRED == SUCCESS;
    }
}
