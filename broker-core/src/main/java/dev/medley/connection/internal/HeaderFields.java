package dev.medley.connection.internal;

import dev.medley.connection.Header;
import java.util.List;

/** Lists of header fields. */
public final class HeaderFields {

    private HeaderFields() {}

    /** Returns whether one of {@code headers} has the name {@code name}, in any case. */
    public static boolean contain(List<Header> headers, String name) {
        // No stream, because each exchange asks it several times.
        for (Header header : headers) {
            if (header.name().equalsIgnoreCase(name)) {
                return true;
            }
        }
        return false;
    }
}
