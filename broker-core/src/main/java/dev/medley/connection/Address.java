package dev.medley.connection;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * The address of a partner.
 *
 * @param scheme {@code http}
 * @param host name or literal address, IPv6 without brackets
 * @param port its TCP port
 */
public record Address(String scheme, String host, int port) {

    private static final int HTTP_PORT = 80;
    private static final int LAST_PORT = 65_535;

    /**
     * The address in a URL.
     *
     * @throws IllegalArgumentException if it is not an absolute http URL with a host, saying why
     */
    public static Address of(URI url) {
        @Nullable String host = url.getHost();
        if (!"http".equalsIgnoreCase(url.getScheme())) {
            throw new IllegalArgumentException("'" + url + "' is not an http URL, such as http://127.0.0.1:9001");
        }
        if (host == null) {
            throw new IllegalArgumentException("'" + url + "' names no host, such as http://127.0.0.1:9001");
        }
        int port = url.getPort() == -1 ? HTTP_PORT : url.getPort();
        if (port < 1 || port > LAST_PORT) {
            throw new IllegalArgumentException("'" + url + "' has a port that is not from 1 to " + LAST_PORT);
        }
        return new Address("http", withoutBrackets(host), port);
    }

    /** Host and port as a Host field has them (RFC 9110, section 7.2). */
    public String authority() {
        String name = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        return port == HTTP_PORT ? name : name + ":" + port;
    }

    private static String withoutBrackets(String host) {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }
}
