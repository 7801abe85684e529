package dev.medley.partner;

import dev.medley.connection.Address;
import dev.medley.connection.Protocol;
import dev.medley.setting.Group;
import dev.medley.setting.Setting;
import dev.medley.setting.Setting.Trait;
import dev.medley.setting.Settings;
import dev.medley.setting.ValueParser;
import dev.medley.setting.ValueParsers;
import java.net.URI;
import java.time.Duration;
import java.util.Map;

/**
 * The settings of a partner. Immutable. Each is declared once, below; a new one needs its declaration, an accessor and,
 * for programs, a method of the builder.
 *
 * @param name by which mashups call the partner: lower-case letters, digits, hyphens
 * @param values of {@link #KEYS}
 */
public record PartnerSettings(String name, Settings values) {

    /** The parser of partners' names. */
    public static final ValueParser<String> NAMES = ValueParsers.name("a partner's name");

    /** The longest of all times. */
    public static final Duration LONGEST = ValueParsers.MAX_DURATION;

    /** The keys of a partner. */
    public static final Group KEYS = Group.of("A partner");

    private static final int MILLION = 1_000_000;
    private static final long KIB = 1L << 10;
    private static final long MIB = 1L << 20;
    private static final long GIB = 1L << 30;

    private static final Setting<URI> URL = KEYS.key(
                    "url",
                    ValueParsers.url(),
                    "Address of the partner; a path in it precedes the path of every request")
            .required("http://127.0.0.1:9001");
    private static final Setting<Protocol> PROTOCOL = KEYS.key(
                    "protocol",
                    ValueParsers.choice(
                            "a protocol",
                            Protocol.class,
                            Protocol::configured,
                            Map.of("h2", "is not supported so far", "h2c", "is not supported so far")),
                    "Protocol of the connections; `h2` and `h2c` are not supported so far")
            .defaultsTo(Protocol.HTTP_1_1);
    private static final Setting<Integer> MAX_CONNECTIONS = KEYS.key(
                    "max-connections", ValueParsers.wholeNumber(1, MILLION, "connections"), "Connections at a time")
            .with(Trait.CHANGEABLE)
            .defaultsTo(2000);
    private static final Setting<Duration> TIMEOUT = KEYS.key(
                    "timeout",
                    ValueParsers.duration(),
                    "Time for an exchange as a whole, with the wait for a connection and all attempts")
            .defaultsTo(Duration.ofSeconds(60));
    private static final Setting<Duration> ATTEMPT_TIMEOUT = KEYS.key(
                    "attempt-timeout", ValueParsers.duration(), "Time for one attempt, after it has left the queue")
            .defaultsTo(TIMEOUT);
    private static final Setting<Duration> CONNECT_TIMEOUT = KEYS.key(
                    "connect-timeout",
                    ValueParsers.duration(),
                    "Time to look up the partner's name and to establish a connection")
            .defaultsTo(Duration.ofSeconds(2));
    private static final Setting<Duration> IDLE_TIMEOUT = KEYS.key(
                    "idle-timeout", ValueParsers.duration(), "Time that an attempt may last without a byte received")
            .defaultsTo(TIMEOUT);
    private static final Setting<Duration> KEEP_ALIVE = KEYS.key(
                    "keep-alive",
                    ValueParsers.durationOrZero(),
                    "Time that an unused connection is kept; 0 for as long as the partner keeps it")
            .defaultsTo(Duration.ofSeconds(60));
    private static final Setting<Integer> RETRIES = KEYS.key(
                    "retries",
                    ValueParsers.wholeNumber(0, 100, "times"),
                    "Number of times that a request is sent again, if that is permitted")
            .defaultsTo(1);

    private static final Group RETRY = KEYS.group("retry", "Further settings of retries");
    private static final Setting<Integer> CONNECT_RETRIES = RETRY.key(
                    "connect-retries",
                    ValueParsers.wholeNumber(0, 100, "times"),
                    "Number of times that connecting is tried again")
            .defaultsTo(1);

    private static final Group LIMITS = KEYS.group("limits", "Further limits");
    private static final Setting<Integer> MAX_QUEUED = LIMITS.key(
                    "max-queued",
                    ValueParsers.wholeNumber(0, MILLION, "exchanges"),
                    "Exchanges that may wait for a connection; one more fails at once")
            .with(Trait.CHANGEABLE)
            .defaultsTo(1000);
    private static final Setting<Long> MAX_BODY = LIMITS.key(
                    "max-body",
                    ValueParsers.size(0, GIB),
                    "Largest response body that is held whole; a streamed body has no limit")
            .defaultsTo(16 * MIB);
    private static final Setting<Long> MAX_REQUEST_HEAD = LIMITS.key(
                    "max-request-head",
                    ValueParsers.size(KIB, 64 * KIB),
                    "Largest request line with header fields that is sent to the partner")
            .defaultsTo(8 * KIB);
    private static final Setting<Integer> MAX_JSON_NAMES = LIMITS.key(
                    "max-json-names",
                    ValueParsers.wholeNumber(1, 10 * MILLION, "names"),
                    "Distinct names in one JSON document, all of which the broker holds while it checks the document")
            .defaultsTo(100_000);
    private static final Setting<Integer> MAX_JSON_TOKENS = LIMITS.key(
                    "max-json-tokens",
                    ValueParsers.wholeNumber(1, 100 * MILLION, "tokens"),
                    "Tokens in one JSON document")
            .defaultsTo(2 * MILLION);

    /**
     * Checks the name.
     *
     * @throws IllegalArgumentException if it has other characters
     */
    public PartnerSettings {
        NAMES.check(name);
    }

    /** Begins the settings of a partner whose address is {@code url}. */
    public static Builder of(String name, String url) {
        return new Builder(name).set(URL, URI.create(url));
    }

    public URI url() {
        return values.get(URL);
    }

    public Protocol protocol() {
        return values.get(PROTOCOL);
    }

    /** Returns the limit on connections at a time. */
    public int maxConnections() {
        return values.get(MAX_CONNECTIONS);
    }

    /** Returns the time for an exchange as a whole, from its start to its end. */
    public Duration timeout() {
        return values.get(TIMEOUT);
    }

    /** Returns the time for one attempt, after it has left the queue. */
    public Duration attemptTimeout() {
        return values.get(ATTEMPT_TIMEOUT);
    }

    /** Returns the time for the look-up of the name and the establishing of a connection. */
    public Duration connectTimeout() {
        return values.get(CONNECT_TIMEOUT);
    }

    /** Returns the time that an attempt may last without a byte received, after its request was sent. */
    public Duration idleTimeout() {
        return values.get(IDLE_TIMEOUT);
    }

    /** Returns the time that an unused connection is kept; zero for as long as the partner keeps it. */
    public Duration keepAlive() {
        return values.get(KEEP_ALIVE);
    }

    /** Returns the number of times that a request is sent again, if that is permitted. */
    public int retries() {
        return values.get(RETRIES);
    }

    /** Returns the number of times that connecting is tried again. */
    public int connectRetries() {
        return values.get(CONNECT_RETRIES);
    }

    /** Returns the limit on exchanges that wait for a connection. */
    public int maxQueued() {
        return values.get(MAX_QUEUED);
    }

    /** Returns the limit on the bytes of a response body that is held whole. */
    public long maxBody() {
        return values.get(MAX_BODY);
    }

    /** Returns the limit on the bytes of a request line with its header fields. */
    public int maxRequestHead() {
        return Math.toIntExact(values.get(MAX_REQUEST_HEAD));
    }

    /** Returns the limit on the distinct names in one JSON document. */
    public int maxJsonNames() {
        return values.get(MAX_JSON_NAMES);
    }

    /** Returns the limit on the tokens in one JSON document. */
    public int maxJsonTokens() {
        return values.get(MAX_JSON_TOKENS);
    }

    /** Returns the address of the partner's host. */
    public Address address() {
        return Address.of(url());
    }

    /** Returns the path that precedes that of each request: empty, or begins and does not end with a slash. */
    public String basePath() {
        String path = url().getRawPath() == null ? "" : url().getRawPath();
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    /** Collects the settings of a partner. What is not set has the default of its declaration. */
    public static final class Builder {

        private final String name;
        private final Settings.Builder values = new Settings.Builder(KEYS);

        private Builder(String name) {
            this.name = name;
        }

        private <T> Builder set(Setting<T> setting, T value) {
            values.set(setting, value);
            return this;
        }

        /** Sets the limit on connections at a time; 2,000 unless set. */
        public Builder maxConnections(int connections) {
            return set(MAX_CONNECTIONS, connections);
        }

        /** Sets the limit on exchanges that wait for a connection; 1,000 unless set. */
        public Builder maxQueued(int exchanges) {
            return set(MAX_QUEUED, exchanges);
        }

        /** Sets the time for an exchange as a whole; 60 s unless set. */
        public Builder timeout(Duration whole) {
            return set(TIMEOUT, whole);
        }

        /** Sets the time for one attempt; that of the exchange unless set. */
        public Builder attemptTimeout(Duration attempt) {
            return set(ATTEMPT_TIMEOUT, attempt);
        }

        /** Sets the time to establish a connection; 2 s unless set. */
        public Builder connectTimeout(Duration connect) {
            return set(CONNECT_TIMEOUT, connect);
        }

        /** Sets the time without a byte received; that of the exchange unless set. */
        public Builder idleTimeout(Duration idle) {
            return set(IDLE_TIMEOUT, idle);
        }

        /** Sets the time that an unused connection is kept; 60 s unless set. */
        public Builder keepAlive(Duration unused) {
            return set(KEEP_ALIVE, unused);
        }

        /** Sets the number of times that connecting is tried again; once unless set. */
        public Builder connectRetries(int times) {
            return set(CONNECT_RETRIES, times);
        }

        /** Sets the number of times that a request is sent again, if that is permitted; once unless set. */
        public Builder retries(int times) {
            return set(RETRIES, times);
        }

        /** Sets the limit on the bytes of a body that is held whole; 16 MiB unless set. */
        public Builder maxBody(long bytes) {
            return set(MAX_BODY, bytes);
        }

        /** Sets the limit on the bytes of a request line with its header fields; 8 KiB unless set. */
        public Builder maxRequestHead(int bytes) {
            return set(MAX_REQUEST_HEAD, (long) bytes);
        }

        /** Sets the limit on the distinct names in one JSON document; 100,000 unless set. */
        public Builder maxJsonNames(int names) {
            return set(MAX_JSON_NAMES, names);
        }

        /** Sets the limit on the tokens in one JSON document; 2,000,000 unless set. */
        public Builder maxJsonTokens(int tokens) {
            return set(MAX_JSON_TOKENS, tokens);
        }

        /**
         * Returns the settings.
         *
         * @throws IllegalArgumentException if one of them is out of bounds, naming it, its value and the bounds
         */
        public PartnerSettings build() {
            return new PartnerSettings(name, values.build("partner " + name));
        }
    }
}
