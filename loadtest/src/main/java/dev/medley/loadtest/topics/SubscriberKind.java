package dev.medley.loadtest.topics;

/** How subscribers are connected. */
public enum SubscriberKind {
    /** A WebSocket each. */
    WEBSOCKET,
    /** An event stream each, over a connection of HTTP/1.1 of its own. */
    SSE,
    /** An event stream each, many of them over one connection of HTTP/2. */
    HTTP2
}
