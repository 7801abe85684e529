package dev.medley.config;

import java.util.Locale;

/** The meaning of a FIN of a client over HTTP/1.1 whose request is being answered. */
public enum HalfClose {
    /** The client has left: its request is cancelled, as by a reset of the connection. */
    CANCEL,
    /** The client waits for its reply, and sends no other request. */
    SERVE;

    String configured() {
        return name().toLowerCase(Locale.ROOT);
    }
}
