package dev.medley.connection;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Status and header fields of a partner's response. Immutable; may be kept. */
public interface ResponseHead {

    /** Returns the status code. */
    int status();

    /** Returns the first value of the field {@code name} (in any case), or null when there is none. */
    @Nullable
    String header(String name);

    /** Returns all fields, in the order in which they came. */
    List<Header> headers();

    /** Returns the Content-Length of the response in bytes, or -1 when it has none. */
    long contentLength();
}
