package dev.medley.connection.internal;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Names of the header fields of one connection, in lower case: no one passes them on (RFC 9110, section 7.6.1). */
public final class HopByHopHeaders {

    private static final Set<String> NAMES =
            Set.of("connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade");

    private HopByHopHeaders() {}

    /** Returns their names and {@code others}, which are in lower case, too. */
    public static Set<String> with(String... others) {
        return Stream.concat(NAMES.stream(), Stream.of(others)).collect(Collectors.toUnmodifiableSet());
    }
}
