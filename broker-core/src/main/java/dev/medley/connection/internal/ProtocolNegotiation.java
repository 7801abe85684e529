package dev.medley.connection.internal;

import dev.medley.connection.Protocol;
import dev.medley.connection.ProtocolChoice;
import dev.medley.connection.internal.address.Address;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a {@link ProtocolChoice} leads to the {@link Protocol} of a connection. */
public final class ProtocolNegotiation {

    /** The names by which ALPN knows the protocols. */
    private static final String ALPN_HTTP_2 = "h2";

    private static final String ALPN_HTTP_1_1 = "http/1.1";

    private ProtocolNegotiation() {}

    /** Returns the protocols that are offered by ALPN, the preferred one first. */
    public static List<String> offered(ProtocolChoice choice) {
        return switch (choice) {
            case AUTO -> List.of(ALPN_HTTP_2, ALPN_HTTP_1_1);
            case H2 -> List.of(ALPN_HTTP_2);
            case HTTP_1_1 -> List.of(ALPN_HTTP_1_1);
            case H2C -> List.of();
        };
    }

    /** Returns the protocol of {@code address} if that is known before a connection is established, else null. */
    public static @Nullable Protocol known(ProtocolChoice choice, Address address) {
        return switch (choice) {
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
    public static @Nullable Protocol negotiated(ProtocolChoice choice, @Nullable String selected) {
        if (selected == null || selected.isEmpty()) {
            return choice == ProtocolChoice.H2 ? null : Protocol.HTTP_1_1;
        }
        if (!offered(choice).contains(selected)) {
            return null;
        }
        return selected.equals(ALPN_HTTP_2) ? Protocol.HTTP_2 : Protocol.HTTP_1_1;
    }

    /** Returns the only scheme of addresses that the choice goes with; null if it goes with both. */
    public static @Nullable String scheme(ProtocolChoice choice) {
        return switch (choice) {
            case H2 -> "https";
            case H2C -> "http";
            case AUTO, HTTP_1_1 -> null;
        };
    }
}
