package dev.medley.connection.internal.jetty;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/**
 * Whether a response is expected on a connection. Threads that begin a request, that read, and that look at what has arrived race
 * for it; each step is one compare-and-set. Thread-safe.
 *
 * <table>
 * <caption>The steps</caption>
 * <tr><th>from</th><th>to</th><th>by</th></tr>
 * <tr><td>{@code NOTHING}</td><td>{@code RESPONSE}</td><td>{@link #claim}</td></tr>
 * <tr><td>{@code RESPONSE}</td><td>{@code NOTHING}</td><td>{@link #complete}</td></tr>
 * <tr><td>{@code NOTHING}</td><td>{@code READING}</td><td>{@link #beginReading}</td></tr>
 * <tr><td>{@code READING}</td><td>{@code NOTHING} or {@code SPOILT}</td><td>{@link #endReading}</td></tr>
 * <tr><td>{@code NOTHING}</td><td>{@code SPOILT}</td><td>{@link #spoil}</td></tr>
 * </table>
 */
final class Expectation {

    private final AtomicReference<State> state = new AtomicReference<>(State.NOTHING);
    private final BooleanSupplier closed;

    /** Creates the expectation of a connection without a request, which may be {@code closed}. */
    Expectation(BooleanSupplier closed) {
        this.closed = closed;
    }

    private enum State {
        /** No request is under way, or its response is complete. */
        NOTHING,
        /** The same, and a thread looks at what has arrived by TLS; it does not block. */
        READING,
        /** A request is about to be sent, or is sent, and its response is not complete. */
        RESPONSE,
        /** Bytes arrived, or the connection ended, while nothing was expected. */
        SPOILT
    }

    /** Expects a response to the request that is about to be sent. Returns false if the connection is closed, or about to be. */
    boolean claim() {
        while (isNothing()) {
            if (state.compareAndSet(State.NOTHING, State.RESPONSE)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether the connection is open, and nothing is expected. Waits for a thread that looks at what has arrived. */
    boolean isNothing() {
        State now = state.get();
        while (now == State.READING && !closed.getAsBoolean()) {
            Thread.onSpinWait();
            now = state.get();
        }
        return now == State.NOTHING && !closed.getAsBoolean();
    }

    /** Returns whether a response is expected. */
    boolean isResponse() {
        return state.get() == State.RESPONSE;
    }

    /** The response is complete. */
    void complete() {
        state.compareAndSet(State.RESPONSE, State.NOTHING);
    }

    /** Begins to look at what has arrived. Returns false if a response is expected, or the connection is spoilt. */
    boolean beginReading() {
        return state.compareAndSet(State.NOTHING, State.READING);
    }

    /** Ends the look, by which {@code silent} is false if there was something that no request had asked for. */
    void endReading(boolean silent) {
        state.compareAndSet(State.READING, silent ? State.NOTHING : State.SPOILT);
    }

    /** Something has arrived. Returns whether nothing was expected; then the connection takes no further request. */
    boolean spoil() {
        return state.compareAndSet(State.NOTHING, State.SPOILT);
    }
}
