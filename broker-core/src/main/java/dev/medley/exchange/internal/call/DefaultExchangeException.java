package dev.medley.exchange.internal.call;

import dev.medley.connection.ResponseHead;
import dev.medley.exchange.ExchangeException;
import dev.medley.exchange.ExchangeState;
import dev.medley.exchange.Reason;
import dev.medley.exchange.internal.content.BufferedResponse;
import dev.medley.format.Format;
import dev.medley.format.FormatException;
import dev.medley.format.PartnerFault;
import dev.medley.partner.internal.policy.AttemptResult.Kind;
import org.jspecify.annotations.Nullable;

/** The failure of an exchange, as the broker makes it. */
public final class DefaultExchangeException extends ExchangeException {

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

    private final transient @Nullable BufferedResponse answer;
    private final transient @Nullable PartnerFault fault;
    /** The format of the fault, for clients; empty without one. */
    private final String faultFormat;

    /** Creates the failure of one exchange. */
    public DefaultExchangeException(
            String partner,
            ExchangeState phase,
            Reason reason,
            boolean maybeSent,
            String detail,
            @Nullable Throwable cause) {
        this(partner, phase, reason, maybeSent, detail, cause, null, null, null, "");
    }

    private DefaultExchangeException(
            String partner,
            ExchangeState phase,
            Reason reason,
            boolean maybeSent,
            String detail,
            @Nullable Throwable cause,
            @Nullable String place,
            @Nullable BufferedResponse answer,
            @Nullable PartnerFault fault,
            String faultFormat) {
        super("partner %s, %s: %s".formatted(partner, phase.label(), detail), cause);
        refusedRetry = "";
        this.place = place;
        this.answer = answer == null ? null : answer.first(LONGEST_BODY);
        this.fault = fault;
        this.faultFormat = faultFormat;
        this.partner = partner;
        this.phase = phase;
        this.reason = reason;
        this.maybeSent = maybeSent;
    }

    private DefaultExchangeException(DefaultExchangeException failure, String refusedRetry) {
        super(failure.getMessage() + refusedRetry, failure.getCause());
        this.refusedRetry = refusedRetry;
        place = failure.place;
        answer = failure.answer;
        fault = failure.fault;
        faultFormat = failure.faultFormat;
        partner = failure.partner;
        phase = failure.phase;
        reason = failure.reason;
        maybeSent = failure.maybeSent;
    }

    /** This failure, after which only the partner's budget of retries was in the way of another attempt. */
    DefaultExchangeException overBudget() {
        return new DefaultExchangeException(this, OVER_BUDGET);
    }

    /** Returns the kind of an attempt whose response is refused by this. */
    Kind kindOfAttempt() {
        if (fault != null && fault.isOfRequest()) {
            return Kind.LOCAL_FAULT;
        }
        // What the partner has sent is no document that can be read.
        return reason == Reason.BROKEN_JSON || reason == Reason.REPEATED_NAME ? Kind.PARTNER_FAULT : Kind.COMPLETED;
    }

    /** The exchange brought an answer, which is refused. */
    static DefaultExchangeException refused(
            String partner, ExchangeState phase, Reason reason, String detail, BufferedResponse answer) {
        return new DefaultExchangeException(partner, phase, reason, true, detail, null, null, answer, null, "");
    }

    /** The exchange has completed, but its document does not fit the type that it is read into. */
    static DefaultExchangeException unexpectedShape(String partner, String pointer, String expected) {
        String detail = "%s%s: %s".formatted(Reason.UNEXPECTED_SHAPE.label(), at(pointer), expected);
        return new DefaultExchangeException(
                partner, ExchangeState.COMPLETED, Reason.UNEXPECTED_SHAPE, true, detail, null, pointer, null, null, "");
    }

    /** The exchange has completed, but its body is not of the format that it is read in. */
    static DefaultExchangeException malformedBody(String partner, String format, FormatException fault) {
        return new DefaultExchangeException(
                partner,
                ExchangeState.COMPLETED,
                Reason.MALFORMED_BODY,
                true,
                "the response is not %s: %s".formatted(format, fault.getMessage()),
                fault);
    }

    /** The partner says, in {@code format}, that it has not carried the request out. */
    static DefaultExchangeException ofFault(
            String partner, ExchangeState phase, Format<?> format, PartnerFault fault, BufferedResponse answer) {
        return new DefaultExchangeException(
                partner,
                phase,
                Reason.PARTNER_FAULT,
                true,
                "%s fault, status %d: %s".formatted(format.name(), answer.head().status(), fault),
                null,
                null,
                answer,
                fault,
                format.name());
    }

    private static String at(String pointer) {
        return pointer.isEmpty() ? "" : " at " + pointer;
    }

    @Override
    public String partner() {
        return partner;
    }

    @Override
    public ExchangeState phase() {
        return phase;
    }

    @Override
    public Reason reason() {
        return reason;
    }

    @Override
    public boolean maybeSent() {
        return maybeSent;
    }

    @Override
    public String summary() {
        if (reason == Reason.UNEXPECTED_STATUS && answer != null) {
            return reason.label() + " " + status() + refusedRetry;
        }
        if (fault != null) {
            return faultFormat + " fault" + refusedRetry;
        }
        return reason.label() + (place == null ? "" : at(place)) + refusedRetry;
    }

    @Override
    public int status() {
        return answer == null ? 0 : answer.head().status();
    }

    @Override
    public @Nullable ResponseHead head() {
        return answer == null ? null : answer.head();
    }

    @Override
    public byte[] body() {
        return answer == null ? NOTHING : answer.body();
    }

    @Override
    public @Nullable PartnerFault fault() {
        return fault;
    }

    /** The message of {@code failure} with the name of its class. */
    static String messageOf(Throwable failure) {
        String message = failure.getMessage();
        String name = failure.getClass().getSimpleName();
        return message == null || message.isBlank() ? name : message + " (" + name + ")";
    }
}
