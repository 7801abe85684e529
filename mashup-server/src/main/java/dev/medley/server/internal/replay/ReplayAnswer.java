package dev.medley.server.internal.replay;

import dev.medley.exchange.ExchangeState;
import dev.medley.exchange.Outcome;
import dev.medley.exchange.Reason;
import dev.medley.server.recording.RecordedExchange;
import dev.medley.stubs.StubAnswer;
import dev.medley.stubs.StubMisbehaviour;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The way in which a stub repeats what an exchange got. Immutable.
 *
 * @param answer of the stub
 * @param hangs whether it comes at the end of the replay only: the exchange ends before by itself, or is cancelled
 * @param note about a failure that the stub repeats as another one; null if it repeats that
 */
record ReplayAnswer(
        StubAnswer answer, boolean hangs, @Nullable String note) {

    private static final int FOUND = 200;
    private static final String NO_TYPE = "";

    /** Fields of the framing, which the stub sets itself, and of the time at which it answers. */
    private static final Set<String> OF_THE_STUB =
            Set.of("content-length", "transfer-encoding", "connection", "keep-alive", "upgrade", "trailer", "date");

    /** Failures with which there is a response that is refused. */
    private static final List<Reason> OF_ANSWERS = List.of(
            Reason.UNEXPECTED_STATUS,
            Reason.BROKEN_JSON,
            Reason.REPEATED_NAME,
            Reason.REDIRECT_REFUSED,
            Reason.PARTNER_FAULT);

    /** Returns that of a partner without a stub, to which nothing connects. */
    static ReplayAnswer none() {
        return new ReplayAnswer(StubAnswer.misbehaviour(StubMisbehaviour.RESET), true, null);
    }

    static ReplayAnswer of(RecordedExchange exchange) {
        boolean refused = exchange.status() != null && OF_ANSWERS.stream().anyMatch(exchange::failedBy);
        if (exchange.ended(Outcome.COMPLETED) || refused) {
            return new ReplayAnswer(response(exchange), false, null);
        }
        if (exchange.ended(Outcome.CANCELLED) || exchange.ended(Outcome.EXPIRED)) {
            return silence(exchange);
        }
        if (exchange.failedBy(Reason.CONNECTION_FAILED)) {
            return new ReplayAnswer(StubAnswer.misbehaviour(end(exchange)), false, null);
        }
        if (exchange.failedBy(Reason.BAD_CONTENT_CODING)) {
            StubAnswer answer = StubAnswer.json(FOUND, "{}").header("Content-Encoding", "unknown");
            return new ReplayAnswer(answer, false, null);
        }
        return new ReplayAnswer(
                StubAnswer.misbehaviour(StubMisbehaviour.RESET),
                false,
                "'%s' is replayed as a reset of the connection".formatted(exchange.reason()));
    }

    /** A time-out within the body comes after half of one. */
    private static ReplayAnswer silence(RecordedExchange exchange) {
        boolean inBody = exchange.failedIn(ExchangeState.BODY) || exchange.failedIn(ExchangeState.HEADERS);
        return exchange.ended(Outcome.EXPIRED) && inBody
                ? new ReplayAnswer(StubAnswer.misbehaviour(StubMisbehaviour.HANG_IN_BODY), false, null)
                : new ReplayAnswer(StubAnswer.misbehaviour(StubMisbehaviour.RESET), true, null);
    }

    private static StubMisbehaviour end(RecordedExchange exchange) {
        if (exchange.failedIn(ExchangeState.BODY)) {
            return StubMisbehaviour.TRUNCATED_BODY;
        }
        return exchange.failedIn(ExchangeState.HEADERS) ? StubMisbehaviour.RESET_AFTER_HEADERS : StubMisbehaviour.RESET;
    }

    private static StubAnswer response(RecordedExchange exchange) {
        int status = exchange.status() == null ? FOUND : exchange.status();
        Map<String, List<String>> headers = exchange.headers() == null ? Map.of() : exchange.headers();
        StubAnswer answer = exchange.body() == null
                ? StubAnswer.status(status)
                : StubAnswer.body(status, NO_TYPE, exchange.body().bytes());
        for (Map.Entry<String, List<String>> field : headers.entrySet()) {
            if (!OF_THE_STUB.contains(field.getKey().toLowerCase(Locale.ROOT))) {
                for (String value : field.getValue()) {
                    answer = answer.header(field.getKey(), value);
                }
            }
        }
        return answer;
    }
}
