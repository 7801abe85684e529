package dev.medley.exchange;

import dev.medley.connection.ResponseHead;
import org.jspecify.annotations.Nullable;

/**
 * An exchange that did not complete: which partner, in which phase, why, and whether the partner may have seen it.
 *
 * <p>It has no stack trace of its own: it is made by the hundred when a partner is down, always in the same place.
 */
public final class ExchangeException extends RuntimeException {

    /** The bytes of the body of a refused answer that {@link #body()} has at most. */
    public static final int LONGEST_BODY = RefusedAnswer.LONGEST_BODY;

    private static final long serialVersionUID = 1L;
    private static final byte[] NOTHING = {};
    private static final String OVER_BUDGET = "; not retried: the retry budget is exhausted";

    private final String partner;
    private final ExchangeState phase;
    private final Reason reason;
    private final boolean maybeSent;
    private final @Nullable String place;
    /** Why there was no further attempt, after what else the exception says; empty for nothing. */
    private final String refusedRetry;

    private final transient @Nullable RefusedAnswer answer;

    ExchangeException(
            String partner,
            ExchangeState phase,
            Reason reason,
            boolean maybeSent,
            String detail,
            @Nullable Throwable cause) {
        this(partner, phase, reason, maybeSent, detail, cause, null, null);
    }

    private ExchangeException(
            String partner,
            ExchangeState phase,
            Reason reason,
            boolean maybeSent,
            String detail,
            @Nullable Throwable cause,
            @Nullable String place,
            @Nullable RefusedAnswer answer) {
        super("partner %s, %s: %s".formatted(partner, phase.label(), detail), cause, true, false);
        refusedRetry = "";
        this.place = place;
        this.answer = answer;
        this.partner = partner;
        this.phase = phase;
        this.reason = reason;
        this.maybeSent = maybeSent;
    }

    private ExchangeException(ExchangeException failure, String refusedRetry) {
        super(failure.getMessage() + refusedRetry, failure.getCause(), true, false);
        this.refusedRetry = refusedRetry;
        place = failure.place;
        answer = failure.answer;
        partner = failure.partner;
        phase = failure.phase;
        reason = failure.reason;
        maybeSent = failure.maybeSent;
    }

    /** This failure, after which only the partner's budget of retries was in the way of another attempt. */
    ExchangeException overBudget() {
        return new ExchangeException(this, OVER_BUDGET);
    }

    /** The exchange brought an answer, which is refused. */
    static ExchangeException refused(
            String partner, ExchangeState phase, Reason reason, String detail, RefusedAnswer answer) {
        return new ExchangeException(partner, phase, reason, true, detail, null, null, answer);
    }

    /** The exchange has completed, but its document does not fit the type that it is read into. */
    static ExchangeException unexpectedShape(String partner, String pointer, String expected) {
        String detail = "%s%s: %s".formatted(Reason.UNEXPECTED_SHAPE.label(), at(pointer), expected);
        return new ExchangeException(
                partner, ExchangeState.COMPLETED, Reason.UNEXPECTED_SHAPE, true, detail, null, pointer, null);
    }

    private static String at(String pointer) {
        return pointer.isEmpty() ? "" : " at " + pointer;
    }

    /** The partner's name. */
    public String partner() {
        return partner;
    }

    /** The state in which the exchange was. */
    public ExchangeState phase() {
        return phase;
    }

    /** Why it did not complete. */
    public Reason reason() {
        return reason;
    }

    /**
     * Returns whether the partner may have seen the request, by any of the attempts, or may see it yet, for another exchange with
     * an equal request. If not, another partner can be sent it without harm.
     */
    public boolean maybeSent() {
        return maybeSent;
    }

    /**
     * The reason in words, with the unexpected status, or the place in the document, and whether the retry budget was spent: for
     * clients.
     */
    public String summary() {
        if (reason == Reason.UNEXPECTED_STATUS && answer != null) {
            return reason.label() + " " + status() + refusedRetry;
        }
        return reason.label() + (place == null ? "" : at(place)) + refusedRetry;
    }

    /**
     * Returns the exception of an exchange that {@code failure} is, or that stages have wrapped into it, as they do with the
     * failures of the stages that they depend on; null if it is any other failure.
     */
    public static @Nullable ExchangeException of(@Nullable Throwable failure) {
        return failure != null && BrokerStage.unwrapped(failure) instanceof ExchangeException x ? x : null;
    }

    /** The status of the answer that was refused, by {@link Reason#UNEXPECTED_STATUS} for instance; 0 if there was none. */
    public int status() {
        return answer == null ? 0 : answer.head().status();
    }

    /** Status and header fields of the answer that was refused, or null if there was none. */
    public @Nullable ResponseHead head() {
        return answer == null ? null : answer.head();
    }

    /** The first 64 KiB of the body of the answer that was refused; empty if there was none. Not to be changed. */
    public byte[] body() {
        return answer == null ? NOTHING : answer.body();
    }

    /** The message of {@code failure} with the name of its class. */
    static String messageOf(Throwable failure) {
        String message = failure.getMessage();
        String name = failure.getClass().getSimpleName();
        return message == null || message.isBlank() ? name : message + " (" + name + ")";
    }
}
