package dev.medley.server.declared;

/** The failure of an exchange with which its mashup fails, too. It does not leave the run. */
final class ExchangeFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Result result;
    private final Throwable reason;

    ExchangeFailure(Result result, Throwable reason) {
        super(null, null, false, false);
        this.result = result;
        this.reason = reason;
    }

    /** Returns what came of the exchange. */
    Result result() {
        return result;
    }

    /** Returns what the mashup fails with. */
    Throwable reason() {
        return reason;
    }
}
