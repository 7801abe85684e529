package dev.medley.server.internal.inbound;

import java.util.Locale;

/** The reason for which the {@link InboundWatch} has closed a connection, or ended a request. */
public enum ClosedFor {
    /** The client has left while its request was being answered over HTTP/1.1. */
    CLIENT_GONE,
    /** A request head, or a frame, took too long. */
    SLOW_HEAD,
    /** A body came too slowly. */
    SLOW_BODY,
    /** A reply was read too slowly. */
    SLOW_READER,
    /** The budget of held bytes was scarce, the client held more than its share of it, and what waited for it was ended; or it sent without reading. */
    BEYOND_SHARE,
    /** A client went on sending a request that had its reply. */
    UNREAD_BODY,
    /** The connection was idle while there were many. */
    CROWDED;

    /** Returns the name in metrics. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
