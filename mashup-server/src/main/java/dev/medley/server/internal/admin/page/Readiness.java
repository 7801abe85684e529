package dev.medley.server.internal.admin.page;

import dev.medley.mashup.Reply;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.eclipse.jetty.http.HttpStatus;

/** The readiness of a server for requests, as load balancers query it. Thread-safe. */
public final class Readiness {

    private volatile boolean started;
    private volatile boolean draining;

    /** Creates the state of a server that is not ready yet. */
    public Readiness() {}

    /** The states, in their order. */
    public enum State {
        /** Before the start is complete. */
        STARTING("the server is starting"),
        /** Accepts requests. */
        READY("the server accepts requests"),
        /** From the beginning of the stop. */
        DRAINING("the server is shutting down: it completes requests in flight and will accept no new ones");

        private final String reason;

        State(String reason) {
            this.reason = reason;
        }

        /** Returns the name in replies. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns a sentence about the state. */
        public String reason() {
            return reason;
        }
    }

    /** Marks the server as started; without effect once it drains. */
    public void ready() {
        started = true;
    }

    /** Marks the server as stopping; irreversible. */
    public void draining() {
        draining = true;
    }

    /** Returns the reply of {@code /health/ready}: 503 with the reason unless the server is ready. */
    public Reply toReply() {
        State state = state();
        if (state == State.READY) {
            return Reply.json(Map.of("status", state.label()));
        }
        Map<String, String> document = new LinkedHashMap<>();
        document.put("status", state.label());
        document.put("reason", state.reason());
        return Reply.json(document).status(HttpStatus.SERVICE_UNAVAILABLE_503);
    }

    /** Returns the current state. */
    public State state() {
        return draining ? State.DRAINING : started ? State.READY : State.STARTING;
    }
}
