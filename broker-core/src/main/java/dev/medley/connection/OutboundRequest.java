package dev.medley.connection;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request to a partner, as an exchange shows it. Immutable, but for the use of a streamed body. */
public interface OutboundRequest {

    /** Returns the method, a token in capitals, such as {@code GET} or {@code M-SEARCH}. */
    String method();

    /** Returns path and query, from the root of the partner's host, encoded; they are sent byte for byte. */
    String target();

    /**
     * Returns the fields beside those that Medley sets itself: Host, Content-Length, and Content-Type of the body. The list is
     * unmodifiable.
     */
    List<Header> headers();

    /** Returns the body; null if the request has none. */
    @Nullable
    RequestBody body();
}
