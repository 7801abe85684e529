package dev.medley.exchange.internal.content;

import dev.medley.connection.Header;
import dev.medley.connection.ResponseHead;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The head of a response whose body is decoded: without the fields that describe the bytes as they came, and with a weak
 * ETag, since the strong one is that of the coded body (RFC 9110, section 8.8.3.3).
 */
public record DecodedHead(ResponseHead received) implements ResponseHead {

    private static final String ETAG = "etag";
    private static final String WEAK = "W/";
    private static final Set<String> OF_THE_CODED_BODY = Set.of(
            "accept-ranges",
            "content-digest",
            "content-encoding",
            "content-length",
            "content-md5",
            "digest",
            "repr-digest");

    @Override
    public int status() {
        return received.status();
    }

    @Override
    public @Nullable String header(String name) {
        String value = isOfTheCodedBody(name) ? null : received.header(name);
        return value == null ? null : decoded(name, value);
    }

    @Override
    public List<Header> headers() {
        return received.headers().stream()
                .filter(header -> !isOfTheCodedBody(header.name()))
                .map(header -> new Header(header.name(), decoded(header.name(), header.value())))
                .toList();
    }

    @Override
    public long contentLength() {
        return -1;
    }

    private static boolean isOfTheCodedBody(String name) {
        return OF_THE_CODED_BODY.contains(name.toLowerCase(Locale.ROOT));
    }

    private static String decoded(String name, String value) {
        return name.equalsIgnoreCase(ETAG) && !value.startsWith(WEAK) ? WEAK + value : value;
    }

    @Override
    public String toString() {
        return received.toString();
    }
}
