package dev.medley.server.internal.topic.websocket;

/** Codes of the end of a WebSocket (RFC 6455, section 7.4.1). */
public final class CloseCode {

    /** The purpose is fulfilled. */
    public static final int NORMAL = 1000;
    /** The server stops. */
    public static final int GOING_AWAY = 1001;
    /** The peer has broken the protocol. */
    public static final int PROTOCOL_ERROR = 1002;
    /** Binary messages are not accepted. */
    public static final int UNSUPPORTED_DATA = 1003;
    /** Text that is not UTF-8. */
    public static final int INVALID_DATA = 1007;
    /** The peer is not served any more. */
    public static final int POLICY = 1008;
    /** A message is too large. */
    public static final int TOO_LARGE = 1009;
    /** The server is overloaded. */
    public static final int TRY_AGAIN_LATER = 1013;

    private static final int FIRST = 1000;
    private static final int LAST_DEFINED = 1014;
    private static final int FIRST_REGISTERED = 3000;
    private static final int LAST = 4999;

    private CloseCode() {}

    /** Returns whether a peer may send {@code code}: it is defined for that, registered, or private. */
    static boolean maySend(int code) {
        boolean defined = code >= FIRST && code <= LAST_DEFINED && code != 1004 && code != 1005 && code != 1006;
        return defined || (code >= FIRST_REGISTERED && code <= LAST);
    }
}
