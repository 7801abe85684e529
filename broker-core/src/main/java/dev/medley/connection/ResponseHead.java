package dev.medley.connection;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Status and header fields of a partner's response. Immutable; may be kept. */
public interface ResponseHead {

    /** The status code. */
    int status();

    /** The first value of the field {@code name} (in any case), or null when there is none. */
    @Nullable
    String header(String name);

    /** All fields, in the order in which they came. */
    List<Header> headers();

    /** The length that the partner announced in bytes, or -1 when it announced none. */
    long contentLength();
}
