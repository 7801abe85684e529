package dev.medley.connection.internal;

import java.io.IOException;

/**
 * A request within Medley's own limits has more header fields than the partner accepts on this connection
 * (SETTINGS_MAX_HEADER_LIST_SIZE; RFC 9113, section 6.5.2). Nothing of it was sent; another endpoint may accept it.
 */
public final class HeaderListException extends IOException {

    private static final long serialVersionUID = 1;

    /** Creates the exception, with sizes in bytes as HTTP/2 counts them. */
    public HeaderListException(long size, long accepted) {
        super("the header fields take %d bytes as HTTP/2 counts them; the partner accepts %d"
                .formatted(size, accepted));
    }
}
