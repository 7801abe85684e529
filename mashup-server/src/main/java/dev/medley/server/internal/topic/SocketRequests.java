package dev.medley.server.internal.topic;

/** What is done with the messages of a WebSocket's client. Used by the dispatcher of its session. */
interface SocketRequests {

    /** Returns whether nothing is to be read from the client for now. */
    boolean holdsBack();

    /** A message, whole, in UTF-8. */
    void onText(WebSocketSession session, byte[] utf8);

    /** A look, once a second. */
    void look(WebSocketSession session, long nowNanos);

    /** The session has ended. */
    void close();
}
