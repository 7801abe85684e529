package dev.medley.server.internal.declared.value;

/** The failure of an exchange with which its mashup fails, too. It does not leave the run. */
public final class ExchangeFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Result result;
    private final Throwable reason;

    /** Creates a failure without a message and a stack trace: {@code reason} is what clients and logs get. */
    public ExchangeFailure(Result result, Throwable reason) {
        super(null, null, false, false);
        this.result = result;
        this.reason = reason;
    }

    /** Returns what came of the exchange. */
    public Result result() {
        return result;
    }

    /** Returns what the mashup fails with. */
    public Throwable reason() {
        return reason;
    }
}
