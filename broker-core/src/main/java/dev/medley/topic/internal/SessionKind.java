package dev.medley.topic.internal;

/** How a session gets its messages. */
public enum SessionKind {
    /** Server-Sent Events. */
    EVENTS("events"),
    /** WebSocket. */
    WEBSOCKET("websocket");

    private final String label;

    SessionKind(String label) {
        this.label = label;
    }

    /** Returns the name that metrics and logs use. */
    public String label() {
        return label;
    }
}
