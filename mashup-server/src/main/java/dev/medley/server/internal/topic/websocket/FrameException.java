package dev.medley.server.internal.topic.websocket;

/** A frame of the peer that ends the WebSocket. */
public final class FrameException extends Exception {

    private static final long serialVersionUID = 1;

    private final int code;

    /** Creates an exception; the message is sent to the peer, in 123 bytes at most. */
    FrameException(int code, String message) {
        super(message, null, false, false);
        this.code = code;
    }

    /** Returns the code of the close frame. */
    public int code() {
        return code;
    }
}
