package dev.medley.server.internal.replay;

import dev.medley.connection.internal.SecretNames;
import dev.medley.exchange.ExchangeException;
import dev.medley.exchange.Outcome;
import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.server.recording.RecordedExchange;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** An exchange of a recording while it is replayed. Guarded by the lock of its replay. */
final class ReplayEntry {

    private final RecordedExchange recorded;
    private final ReplayAnswer answer;
    /** Complete once the stub may answer. */
    private final CompletableFuture<Void> gate = new CompletableFuture<>();

    private boolean arrived;
    private boolean released;
    private boolean settled;
    private @Nullable DefaultExchange ended;

    /** Creates an entry; connects to an {@code unreachable} partner are refused. */
    ReplayEntry(RecordedExchange recorded, boolean unreachable) {
        this.recorded = recorded;
        answer = unreachable ? ReplayAnswer.none() : ReplayAnswer.of(recorded);
    }

    RecordedExchange recorded() {
        return recorded;
    }

    ReplayAnswer answer() {
        return answer;
    }

    CompletableFuture<Void> gate() {
        return gate;
    }

    /** Returns whether it ends when the mashup cancels it: its place in the order follows from that. */
    boolean isCancelled() {
        return recorded.ended(Outcome.CANCELLED);
    }

    /** Returns whether the mashup cancelled it, in the recording or now, where its end in the recording was told late. */
    boolean wasCancelled() {
        return isCancelled() || isCancelledInstead();
    }

    private boolean isCancelledInstead() {
        return recorded.toldLate() != null && ended != null && ended.outcome() == Outcome.CANCELLED;
    }

    /** Returns whether it is such a request; secret values of the query may be masked in the recording. */
    boolean isFor(String partner, String method, String target) {
        return recorded.partner().equals(partner)
                && recorded.method().equals(method)
                && (recorded.target().equals(target) || recorded.target().equals(SecretNames.masked(target)));
    }

    /** Returns whether its request had this body, of which {@code start} has the first bytes. */
    boolean hasBody(byte[] start, long length) {
        byte[] body = recorded.requestBody() == null
                ? new byte[0]
                : recorded.requestBody().bytes();
        return body.length == length && Arrays.equals(Arrays.copyOf(body, start.length), start);
    }

    void arrive() {
        arrived = true;
    }

    boolean hasArrived() {
        return arrived;
    }

    void release() {
        released = true;
    }

    boolean isReleased() {
        return released;
    }

    /** Returns whether a stub has its request, and does not answer yet. */
    boolean isWaiting() {
        return arrived && !released;
    }

    /** Returns whether it waits to be answered in its turn. */
    boolean isHeld() {
        return isWaiting() && !answer.hangs();
    }

    void end(DefaultExchange exchange) {
        ended = exchange;
    }

    boolean hasEnded() {
        return ended != null;
    }

    boolean isOf(DefaultExchange exchange) {
        return ended == exchange;
    }

    /** Returns whether {@code exchange} has ended for the same reason; what cancels it, a deadline or not, makes no difference. */
    boolean endedAs(DefaultExchange exchange) {
        ExchangeException failure = exchange.failure();
        return recorded.ended(Objects.requireNonNull(exchange.outcome()))
                && (failure == null || isCancelled() || recorded.failedBy(failure.reason()));
    }

    void settle() {
        settled = true;
    }

    boolean isSettled() {
        return settled;
    }

    /** Returns the difference between the end and the recorded one; null if there is none. */
    @Nullable
    String difference() {
        DefaultExchange exchange = ended;
        if (isCancelledInstead()) {
            return null;
        }
        if (exchange == null) {
            return recorded.request() + (arrived ? " has not ended" : " never came");
        }
        boolean same =
                answer.note() == null ? endedAs(exchange) : recorded.ended(Objects.requireNonNull(exchange.outcome()));
        ExchangeException failure = exchange.failure();
        return same
                ? null
                : "%s: %s in the recording, but %s now"
                        .formatted(
                                recorded.label(),
                                words(recorded.outcome(), recorded.cause()),
                                words(
                                        Objects.requireNonNull(exchange.outcome())
                                                .label(),
                                        failure == null ? null : failure.summary()));
    }

    private static String words(String outcome, @Nullable String cause) {
        return cause == null || cause.equals(outcome) ? outcome : outcome + " (" + cause + ")";
    }
}
