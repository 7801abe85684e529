package dev.medley.server.admin;

import java.util.Locale;

/** Whether a server takes requests, as load balancers ask. Thread-safe. */
public final class Readiness {

    private volatile boolean started;
    private volatile boolean draining;

    /** From not yet to no longer, in this order. */
    public enum State {
        /** Not yet. */
        STARTING("the server is starting"),
        /** It does. */
        READY("the server takes requests"),
        /** No longer, and for good. */
        DRAINING("the server is stopping: it answers the requests in flight and takes no new ones");

        private final String reason;

        State(String reason) {
            this.reason = reason;
        }

        /** The state's name as it is written in replies. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The state in words. */
        public String reason() {
            return reason;
        }
    }

    /** The server has started. Without effect if it drains already. */
    public void ready() {
        started = true;
    }

    /** The server stops, for good. */
    public void draining() {
        draining = true;
    }

    /** Where it is. */
    public State state() {
        return draining ? State.DRAINING : started ? State.READY : State.STARTING;
    }
}
