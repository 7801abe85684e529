package dev.medley.connection;

import dev.medley.connection.internal.address.Address;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The choice of the protocol of the connections to a partner. */
public enum ProtocolChoice {
    /** What the partner prefers of h2 and http/1.1 (ALPN, RFC 7301) over TLS; HTTP/1.1 in the clear. */
    AUTO("auto"),
    /** HTTP/1.1. */
    HTTP_1_1("http/1.1"),
    /** HTTP/2 over TLS, by ALPN. */
    H2("h2"),
    /** HTTP/2 in the clear, with prior knowledge (RFC 9113, section 3.3). */
    H2C("h2c");

    /** The names by which ALPN knows the protocols. */
    private static final String ALPN_HTTP_2 = "h2";

    private static final String ALPN_HTTP_1_1 = "http/1.1";

    private final String configured;

    ProtocolChoice(String configured) {
        this.configured = configured;
    }

    /** The name that the configuration uses. */
    public String configured() {
        return configured;
    }

    /** Returns the protocols that are offered by ALPN, the preferred one first. */
    public List<String> offered() {
        return switch (this) {
            case AUTO -> List.of(ALPN_HTTP_2, ALPN_HTTP_1_1);
            case H2 -> List.of(ALPN_HTTP_2);
            case HTTP_1_1 -> List.of(ALPN_HTTP_1_1);
            case H2C -> List.of();
        };
    }

    /** Returns the protocol of {@code address} if that is known before a connection is established, else null. */
    public @Nullable Protocol known(Address address) {
        return switch (this) {
            case AUTO -> address.secure() ? null : Protocol.HTTP_1_1;
            case HTTP_1_1 -> Protocol.HTTP_1_1;
            case H2, H2C -> Protocol.HTTP_2;
        };
    }

    /**
     * Returns the protocol that the partner has selected.
     *
     * @param selected the name that the partner answered by ALPN; empty or null if it does not know ALPN
     * @return null if it is not one that was offered
     */
    public @Nullable Protocol negotiated(@Nullable String selected) {
        if (selected == null || selected.isEmpty()) {
            return this == H2 ? null : Protocol.HTTP_1_1;
        }
        if (!offered().contains(selected)) {
            return null;
        }
        return selected.equals(ALPN_HTTP_2) ? Protocol.HTTP_2 : Protocol.HTTP_1_1;
    }

    /** Returns the only scheme of addresses that it goes with; null if it goes with both. */
    public @Nullable String scheme() {
        return switch (this) {
            case H2 -> "https";
            case H2C -> "http";
            case AUTO, HTTP_1_1 -> null;
        };
    }
}
