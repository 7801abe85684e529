package dev.medley.partner;

import dev.medley.connection.Address;
import dev.medley.connection.Protocol;
import java.net.URI;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What is configured of a partner. Immutable.
 *
 * @param name by which mashups call it: lower-case letters, digits, hyphens
 * @param url where it is; a path in it goes before the path of every request
 * @param protocol how to talk to it
 * @param maxConnections connections at a time
 * @param maxQueued exchanges that may wait for one of them
 * @param timeout of an exchange as a whole, from its start to its end
 * @param attemptTimeout of one attempt, once it has left the queue
 * @param connectTimeout for the look-up of its name and the establishing of a connection
 * @param idleTimeout for how long an attempt goes on without a byte from the partner, once the request is sent
 * @param keepAlive for how long an unused connection is kept; zero for as long as the partner does
 * @param connectRetries how often an exchange tries again to connect
 * @param retries how often an exchange sends its request again, where it may
 * @param maxBody bytes of a response body that is held whole
 */
public record PartnerSettings(
        String name,
        URI url,
        Protocol protocol,
        int maxConnections,
        int maxQueued,
        Duration timeout,
        Duration attemptTimeout,
        Duration connectTimeout,
        Duration idleTimeout,
        Duration keepAlive,
        int connectRetries,
        int retries,
        long maxBody) {

    /** What a partner's name looks like. */
    public static final String NAME_PATTERN = "[a-z][a-z0-9-]*";

    private static final Pattern NAME = Pattern.compile(NAME_PATTERN);
    private static final int LARGEST_BODY = 1 << 30;

    /** The longest of all times; what is much longer no clock could count in nanoseconds. */
    public static final Duration LONGEST = Duration.ofDays(365);

    /**
     * Checks every setting.
     *
     * @throws IllegalArgumentException naming the setting, its value and what is allowed
     */
    public PartnerSettings {
        check(NAME.matcher(name).matches(), name, "name", name, "lower-case letters, digits and hyphens");
        Address.of(url);
        check(
                url.getRawQuery() == null && url.getRawFragment() == null && url.getRawUserInfo() == null,
                name,
                "url",
                url,
                "an http URL without user, query and fragment");
        check(maxConnections >= 1, name, "max-connections", maxConnections, "1 or more");
        check(maxQueued >= 0, name, "max-queued", maxQueued, "0 or more");
        checkPositive(name, "timeout", timeout);
        checkPositive(name, "attempt-timeout", attemptTimeout);
        checkPositive(name, "connect-timeout", connectTimeout);
        checkPositive(name, "idle-timeout", idleTimeout);
        check(
                !keepAlive.isNegative() && keepAlive.compareTo(LONGEST) <= 0,
                name,
                "keep-alive",
                keepAlive,
                "0s to 365 days");
        check(connectRetries >= 0, name, "connect-retries", connectRetries, "0 or more");
        check(retries >= 0, name, "retries", retries, "0 or more");
        check(maxBody >= 0 && maxBody <= LARGEST_BODY, name, "max-body", maxBody, "0 bytes to 1GiB");
    }

    /** Begins the settings of a partner that is at {@code url}. */
    public static Builder of(String name, String url) {
        return new Builder(name, URI.create(url));
    }

    /** The address of its host. */
    public Address address() {
        return Address.of(url);
    }

    /** The path that goes before that of each request: empty, or begins and does not end with a slash. */
    public String basePath() {
        String path = url.getRawPath() == null ? "" : url.getRawPath();
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    private static void checkPositive(String partner, String key, Duration value) {
        boolean holds = !value.isNegative() && !value.isZero() && value.compareTo(LONGEST) <= 0;
        check(holds, partner, key, value, "more than 0s, and 365 days at most");
    }

    private static void check(boolean holds, String partner, String key, Object value, String expected) {
        if (!holds) {
            throw new IllegalArgumentException(
                    "partner %s: %s is %s, expected %s".formatted(partner, key, value, expected));
        }
    }

    /** Collects the settings of a partner; what is not set has the default that its method tells. */
    public static final class Builder {

        private final String name;
        private final URI url;
        private int maxConnections = 2000;
        private int maxQueued = 1000;
        private Duration timeout = Duration.ofSeconds(60);
        private Duration connectTimeout = Duration.ofSeconds(2);
        private @Nullable Duration attemptTimeout;
        private @Nullable Duration idleTimeout;
        private Duration keepAlive = Duration.ofSeconds(60);
        private int connectRetries = 1;
        private int retries = 1;
        private long maxBody = 16L << 20;

        private Builder(String name, URI url) {
            this.name = name;
            this.url = url;
        }

        /** Connections at a time; 2,000 unless set. */
        public Builder maxConnections(int connections) {
            this.maxConnections = connections;
            return this;
        }

        /** Exchanges that may wait for a connection; 1,000 unless set. */
        public Builder maxQueued(int exchanges) {
            this.maxQueued = exchanges;
            return this;
        }

        /** Time for an exchange as a whole; 60 s unless set. */
        public Builder timeout(Duration whole) {
            this.timeout = whole;
            return this;
        }

        /** Time for one attempt; that of the exchange unless set. */
        public Builder attemptTimeout(Duration attempt) {
            this.attemptTimeout = attempt;
            return this;
        }

        /** Time to establish a connection; 2 s unless set. */
        public Builder connectTimeout(Duration connect) {
            this.connectTimeout = connect;
            return this;
        }

        /** Time without a byte; that of the exchange unless set. */
        public Builder idleTimeout(Duration idle) {
            this.idleTimeout = idle;
            return this;
        }

        /** Time for which an unused connection is kept; 60 s unless set. */
        public Builder keepAlive(Duration unused) {
            this.keepAlive = unused;
            return this;
        }

        /** How often connecting is tried again; once unless set. */
        public Builder connectRetries(int times) {
            this.connectRetries = times;
            return this;
        }

        /** How often a request is sent again, where it may; once unless set. */
        public Builder retries(int times) {
            this.retries = times;
            return this;
        }

        /** Bytes of a body that is held whole; 16 MiB unless set. */
        public Builder maxBody(long bytes) {
            this.maxBody = bytes;
            return this;
        }

        /**
         * The settings.
         *
         * @throws IllegalArgumentException if one of them is not allowed
         */
        public PartnerSettings build() {
            return new PartnerSettings(
                    name,
                    url,
                    Protocol.HTTP_1_1,
                    maxConnections,
                    maxQueued,
                    timeout,
                    attemptTimeout == null ? timeout : attemptTimeout,
                    connectTimeout,
                    idleTimeout == null ? timeout : idleTimeout,
                    keepAlive,
                    connectRetries,
                    retries,
                    maxBody);
        }
    }
}
