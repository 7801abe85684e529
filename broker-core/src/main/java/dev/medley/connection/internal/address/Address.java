package dev.medley.connection.internal.address;

import java.net.URI;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The address of a partner.
 *
 * @param scheme {@code http} or {@code https}
 * @param host name or literal address, IPv6 without brackets
 * @param port its TCP port, as requests name it
 * @param ip the one IP address of the host that connections go to, IPv6 without brackets; null for all that the name has,
 *     looked up with each connect and tried in turn
 * @param connectPort the TCP port that connections go to
 */
public record Address(
        String scheme, String host, int port, @Nullable String ip, int connectPort) {

    private static final String HTTPS = "https";
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;
    private static final int LAST_PORT = 65_535;

    /** An address whose connections try all IP addresses of the host. */
    public Address(String scheme, String host, int port) {
        this(scheme, host, port, null, port);
    }

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
        return port == defaultPort(scheme) ? inBrackets(host) : inBrackets(host) + ":" + port;
    }

    /** This address with one of the host's IP addresses. Requests and TLS go on to name the host. */
    public Address at(String hostsIp) {
        return at(hostsIp, port);
    }

    /** This address with one of the host's IP addresses and a port there. Requests and TLS go on to name the host. */
    public Address at(String hostsIp, int portThere) {
        return new Address(scheme, host, port, hostsIp, portThere);
    }

    /** This address without one IP address, as which requests name it. */
    public Address withoutIp() {
        return ip == null ? this : new Address(scheme, host, port);
    }

    /** The name or the IP address that connections go to. */
    public String connectHost() {
        return ip == null ? host : ip;
    }

    /** Returns whether {@link #host} is a literal IP address, which needs no look-up. */
    public boolean literal() {
        return isLiteral(host);
    }

    /** Returns whether {@code host} is a literal IP address. */
    public static boolean isLiteral(String host) {
        return host.indexOf(':') >= 0 || host.chars().allMatch(c -> c == '.' || Character.isDigit(c));
    }

    /** {@link #connectHost} and {@link #connectPort}, for messages, logs and metrics. */
    public String label() {
        return inBrackets(connectHost()) + ":" + connectPort;
    }

    private static String inBrackets(String host) {
        return host.indexOf(':') >= 0 ? "[" + host + "]" : host;
    }

    private static int defaultPort(String scheme) {
        return scheme.equals(HTTPS) ? HTTPS_PORT : HTTP_PORT;
    }

    private static String withoutBrackets(String host) {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }
}
