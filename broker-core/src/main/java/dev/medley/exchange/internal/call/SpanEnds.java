package dev.medley.exchange.internal.call;

import dev.medley.connection.ConnectionInfo;
import dev.medley.exchange.PartnerResponse;
import dev.medley.partner.CacheStatus;
import dev.medley.partner.internal.policy.AttemptResult.Kind;
import dev.medley.trace.internal.AttemptSpan;
import dev.medley.trace.internal.ExchangeSpan;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Ends the spans of exchanges and attempts as these have ended. */
final class SpanEnds {

    private SpanEnds() {}

    static void end(ExchangeSpan span, ExchangeResult result, boolean coalesced) {
        DefaultExchangeException failure = result.failure();
        span.end(
                result.outcome().label(),
                failure == null ? null : failure.reason().label(),
                failure == null ? null : failure.getMessage(),
                cache(result.response()),
                coalesced);
    }

    private static @Nullable String cache(@Nullable PartnerResponse response) {
        CacheStatus status = response == null ? null : response.cacheStatus();
        return status == null ? null : status.isHit() ? "hit" : status.isValidated() ? "validated" : "miss";
    }

    static void end(Attempt attempt, Kind kind, @Nullable DefaultExchangeException cause) {
        AttemptSpan span = attempt.span();
        if (span == null) {
            return;
        }
        int status = attempt.head() == null ? 0 : attempt.head().status();
        ConnectionInfo connection = attempt.connection();
        boolean hasFailed = kind != Kind.COMPLETED && kind != Kind.CANCELLED;
        span.end(
                status,
                connection == null ? null : connection.protocol().version(),
                hasFailed ? error(kind, cause) : null,
                kind == Kind.CANCELLED);
    }

    private static String error(Kind kind, @Nullable DefaultExchangeException cause) {
        return cause == null
                ? kind.name().toLowerCase(Locale.ROOT).replace('_', ' ')
                : cause.reason().label();
    }
}
