package dev.medley.connection;

import java.net.URI;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The address of a partner.
 *
 * @param scheme {@code http} or {@code https}
 * @param host name or literal address, IPv6 without brackets
 * @param port its TCP port
 */
public record Address(String scheme, String host, int port) {

    private static final String HTTPS = "https";
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;
    private static final int LAST_PORT = 65_535;

    /**
     * The address in a URL.
     *
     * @throws IllegalArgumentException if it is not an absolute http or https URL with a host, saying why
     */
    public static Address of(URI url) {
        @Nullable String host = url.getHost();
        String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals(HTTPS)) {
            throw new IllegalArgumentException(
                    "'" + url + "' is not an http or https URL, such as http://127.0.0.1:9001");
        }
        if (host == null) {
            throw new IllegalArgumentException("'" + url + "' names no host, such as http://127.0.0.1:9001");
        }
        int port = url.getPort() == -1 ? defaultPort(scheme) : url.getPort();
        if (port < 1 || port > LAST_PORT) {
            throw new IllegalArgumentException("'" + url + "' has a port that is not from 1 to " + LAST_PORT);
        }
        return new Address(scheme, withoutBrackets(host), port);
    }

    /** Returns whether its connections are protected by TLS. */
    public boolean secure() {
        return scheme.equals(HTTPS);
    }

    /** Host and port as a Host field has them (RFC 9110, section 7.2). */
    public String authority() {
        String name = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        return port == defaultPort(scheme) ? name : name + ":" + port;
    }

    private static int defaultPort(String scheme) {
        return scheme.equals(HTTPS) ? HTTPS_PORT : HTTP_PORT;
    }

    private static String withoutBrackets(String host) {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }
}
