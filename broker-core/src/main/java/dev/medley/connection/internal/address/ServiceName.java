package dev.medley.connection.internal.address;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The name of records of DNS that say where a service is: SRV (RFC 2782). As text it is the name, or a URL that has the server, too
 * (RFC 4501): {@code dns://127.0.0.1:8600/hotels.service.consul}.
 *
 * @param name without a dot at its end
 * @param server that is asked, as host and port; null for those of the system
 */
public record ServiceName(String name, @Nullable String server) {

    private static final String PORT =
            "(?:6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5][0-9]{4}|[1-9][0-9]{0,3})";

    /** What a text has to match. */
    public static final Pattern TEXT = Pattern.compile("(?:dns://((?:[A-Za-z0-9.-]+|\\[[0-9A-Fa-f:.]+])(?::" + PORT
            + ")?)/)?" + "(?=[^/]{1,253}$)((?:[A-Za-z0-9_-]{1,63}\\.)*[A-Za-z0-9_-]{1,63})\\.?");

    /** What a text has to be, for messages. */
    public static final String EXPECTED =
            "the name of SRV records, such as _http._tcp.hotels.example, or dns://HOST:PORT/NAME with the server that has them";

    /**
     * Returns what {@code text} names.
     *
     * @throws IllegalArgumentException if it is no such name
     */
    public static ServiceName parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + text + "' is not " + EXPECTED);
        }
        return new ServiceName(matcher.group(2), matcher.group(1));
    }

    @Override
    public String toString() {
        return server == null ? name : "dns://" + server + "/" + name;
    }
}
