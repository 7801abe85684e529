package dev.medley.connection;

import dev.medley.connection.internal.value.LinkField;
import java.util.List;
import java.util.Locale;
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

    /**
     * Returns the target of the first link with the relation {@code relation}, such as {@code next}, in the fields {@code Link}
     * (RFC 8288), as it is written: it may be relative to the URL of the request. Null if there is none.
     */
    default @Nullable String link(String relation) {
        List<String> fields = headers().stream()
                .filter(each -> each.name().equalsIgnoreCase("Link"))
                .map(Header::value)
                .toList();
        return LinkField.links(fields).get(relation.toLowerCase(Locale.ROOT));
    }

    /** Returns the Content-Length of the response in bytes, or -1 when it has none. */
    long contentLength();
}
