package dev.medley.partner;

import dev.medley.connection.Http2Settings;
import dev.medley.connection.ProtocolChoice;
import dev.medley.connection.ResponseLimits;
import dev.medley.connection.TlsOptions;
import dev.medley.connection.internal.ConnectSettings;
import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.connection.internal.ProtocolNegotiation;
import dev.medley.connection.internal.address.Address;
import dev.medley.connection.internal.address.AddressRule;
import dev.medley.partner.internal.field.FixedFields;
import dev.medley.partner.internal.field.PassedFields;
import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Setting.Trait;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.ValueParser;
import dev.medley.setting.internal.ValueParsers;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a partner. Immutable. Each is declared once, below, with its meaning; a new one needs its
 * declaration, an accessor and, for programs, a method of the builder. Sizes are in bytes.
 *
 * @param name by which mashups call the partner: lower-case letters, digits, hyphens
 * @param values of {@link #KEYS}
 * @param headers that each request to it has
 */
public record PartnerSettings(String name, Settings values, FixedFields headers) {

    /** The parser of partners' names. */
    public static final ValueParser<String> NAMES = ValueParsers.name("a partner's name");

    /** Upper bound of durations. */
    public static final Duration MAX_DURATION = ValueParsers.MAX_DURATION;

    /** The keys of a partner. */
    public static final Group KEYS = Group.of("A partner");

    private static final int MILLION = 1_000_000;
    private static final long KIB = 1L << 10;
    private static final long MIB = 1L << 20;
    private static final long GIB = 1L << 30;
    private static final ValueParser<Duration> DURATION = ValueParsers.duration();
    private static final ValueParser<Integer> TIMES = ValueParsers.wholeNumber(0, 100, "times");

    private static final AddressKeys ADDRESSES = AddressKeys.in(KEYS);
    private static final Setting<ProtocolChoice> PROTOCOL = KEYS.key(
            "protocol",
            ValueParsers.choice("a protocol", ProtocolChoice.class, ProtocolChoice::configured, Map.of()),
            ProtocolChoice.AUTO,
            "Protocol of the connections; `auto` is what the partner prefers of `h2` and `http/1.1` with an `https` url, and"
                    + " `http/1.1` with an `http` url");
    private static final Setting<Integer> MAX_CONNECTIONS = KEYS.key(
            "max-connections",
            ValueParsers.wholeNumber(1, MILLION, "connections"),
            2000,
            "Maximum number of HTTP/1.1 connections to an endpoint, and so of exchanges; for HTTP/2 see `http2`",
            Trait.CHANGEABLE);
    private static final Setting<Duration> TIMEOUT = KEYS.key(
            "timeout",
            DURATION,
            Duration.ofSeconds(60),
            "Time for a whole exchange, including the wait for a connection, the request's body and all attempts; a"
                    + " mashup can shorten it but not extend it, so a slow upload needs a longer one");
    private static final Setting<Duration> ATTEMPT_TIMEOUT =
            KEYS.key("attempt-timeout", DURATION, TIMEOUT, "Time for one attempt, after it has left the queue");
    private static final Setting<Duration> CONNECT_TIMEOUT = KEYS.key(
            "connect-timeout",
            DURATION,
            Duration.ofSeconds(2),
            "Time to look up the partner's name and to establish a connection, before the TLS handshake");
    private static final Setting<Duration> IDLE_TIMEOUT =
            KEYS.key("idle-timeout", DURATION, TIMEOUT, "Maximum time of an attempt without a byte received");
    private static final Setting<Duration> KEEP_ALIVE = KEYS.key(
            "keep-alive",
            ValueParsers.durationOrZero(),
            Duration.ofSeconds(60),
            "Time that an unused connection is kept; 0 for as long as the partner keeps it");
    private static final Setting<Integer> RETRIES =
            KEYS.key("retries", TIMES, 1, "Number of retries, if retries are permitted");

    private static final Setting<Boolean> REQUEST_ID = KEYS.key(
            "request-id",
            ValueParsers.flag(),
            true,
            "True to send the id of the inbound request in the field `server.request-id.field`, and `traceparent` and"
                    + " `tracestate` as received; false for a partner that must not see them");

    private static final Setting<Boolean> IDEMPOTENCY_KEY = KEYS.key(
            "idempotency-key",
            ValueParsers.flag(),
            false,
            "True for a partner that uses the field `Idempotency-Key` to recognize a request that it has already"
                    + " processed: each POST and PATCH is sent with its own key, unless the mashup sets one or"
                    + " `pass-headers` passes the client's on, and is then retried like a GET");
    private static final String NO_FIELD = "off";
    private static final Setting<String> DEADLINE_FIELD = KEYS.key(
            "deadline-field",
            ValueParsers.fieldName(DefaultOutboundRequest.RESERVED_FIELDS),
            NO_FIELD,
            "Header field that tells the partner the time left for its answer, in milliseconds, such as"
                    + " `X-Deadline-Ms`; `off` for none");

    private static final Setting<List<String>> PASS_HEADERS = PassedFields.in(KEYS);

    static {
        FixedFields.in(KEYS);
    }

    private static final Setting<Path> OPENAPI = KEYS.optional(
            "openapi",
            ValueParsers.file("the path of a file; a relative one starts in the folder of the configuration file"),
            "none",
            "weather.yaml",
            "OpenAPI document of the partner, 3.0 or 3.1 in YAML or JSON, that `medley check` compares declared exchanges with; the"
                    + " server does not read it. A relative path starts in the folder of the configuration file",
            Trait.CHANGEABLE);

    private static final TlsKeys TLS = TlsKeys.in(KEYS, CONNECT_TIMEOUT);
    private static final Http2Keys HTTP2 = Http2Keys.in(KEYS);

    private static final CacheKeys CACHE = CacheKeys.in(KEYS);

    private static final EndpointKeys ENDPOINTS = EndpointKeys.in(KEYS);

    private static final RetryKeys RETRY = RetryKeys.in(KEYS, TIMES);
    private static final HedgeKeys HEDGE = HedgeKeys.in(KEYS);

    private static final Group LIMITS = KEYS.group("limits", "Further limits");
    private static final Setting<Integer> MAX_QUEUED = LIMITS.key(
            "max-queued",
            ValueParsers.wholeNumber(0, MILLION, "exchanges"),
            1000,
            "Maximum number of exchanges that wait for a connection; one more fails immediately",
            Trait.CHANGEABLE);
    private static final QueueKeys QUEUE = QueueKeys.in(LIMITS);
    private static final Setting<Long> MAX_BODY = LIMITS.key(
            "max-body",
            ValueParsers.size(0, GIB),
            16 * MIB,
            "Largest response body that is buffered whole, after decompression; see `max-streamed-body` for others");
    private static final Setting<Long> MAX_REQUEST_HEAD = LIMITS.key(
            "max-request-head",
            ValueParsers.size(KIB, 64 * KIB),
            8 * KIB,
            "Largest request line with header fields that is sent to the partner");
    private static final Setting<Integer> MAX_JSON_NAMES = LIMITS.key(
            "max-json-names",
            ValueParsers.wholeNumber(1, 10 * MILLION, "names"),
            100_000,
            "Distinct names in one JSON document, all of which the broker holds while it checks the document");
    private static final Setting<Integer> MAX_JSON_TOKENS = LIMITS.key(
            "max-json-tokens",
            ValueParsers.wholeNumber(1, 100 * MILLION, "tokens"),
            2 * MILLION,
            "Tokens in one JSON document");
    private static final ResponseKeys RESPONSES = ResponseKeys.in(KEYS, LIMITS);

    /**
     * Checks the name, and that the values go together.
     *
     * @throws IllegalArgumentException if the name has other characters, or the values do not go together
     */
    public PartnerSettings {
        NAMES.check(name);
        check(values, (setting, text) -> {
            throw new IllegalArgumentException("partner %s: %s: %s".formatted(name, setting.path(), text));
        });
    }

    /** Reports values that are valid each by itself, but not together, with the setting to change. */
    public static void check(Settings values, BiConsumer<Setting<?>, String> problems) {
        List<EndpointUrl> urls = ADDRESSES.check(values, problems);
        if (urls.isEmpty()) {
            return;
        }
        ENDPOINTS.check(values, urls, problems);
        Address address = urls.get(0).address();
        ProtocolChoice protocol = values.get(PROTOCOL);
        if (ProtocolNegotiation.scheme(protocol) != null
                && !address.scheme().equals(ProtocolNegotiation.scheme(protocol))) {
            problems.accept(
                    PROTOCOL,
                    "'%s' needs a url that begins with %s; expected that, or protocol %s"
                            .formatted(
                                    protocol.configured(),
                                    ProtocolNegotiation.scheme(protocol),
                                    (address.secure() ? ProtocolChoice.H2 : ProtocolChoice.H2C).configured()));
        }
        TLS.check(values, address, problems);
        RETRY.check(values, problems);
        HEDGE.check(values, problems);
        urls.forEach(url -> RESPONSES.check(values, url.address(), problems));
        CACHE.check(values, RESPONSES.redirects(), problems);
    }

    /** Begins the settings of a partner whose address is {@code url}. */
    public static Builder of(String name, String url) {
        return new Builder(name).set(ADDRESSES.url(), URI.create(url));
    }

    /** Begins the settings of a partner that has an endpoint at each of {@code urls}, or at their addresses. */
    public static Builder of(String name, EndpointUrl... urls) {
        return new Builder(name).set(ADDRESSES.urls(), List.of(urls));
    }

    /** Returns {@code url}, or the first of {@code urls}. */
    public URI url() {
        return urls().get(0).url();
    }

    /** Returns whether one of the URLs is at {@code address}. */
    public boolean isAt(Address address) {
        return urls().stream().anyMatch(each -> each.address().equals(address));
    }

    /** Returns {@code urls}, or {@code url} alone. */
    public List<EndpointUrl> urls() {
        return ADDRESSES.urls(values);
    }

    /** Returns {@code endpoints}, {@code breaker}, {@code ejection} and {@code health-check}. */
    public EndpointSettings endpoints() {
        return ENDPOINTS.settings(values);
    }

    /** Returns {@code protocol}. */
    public ProtocolChoice protocol() {
        return values.get(PROTOCOL);
    }

    /** Returns the settings by which connections are made. */
    public ConnectSettings connectSettings() {
        return new ConnectSettings(
                protocol(), connectTimeout(), handshakeTimeout(), tls(), http2(), responseLimits(), allowedAddresses());
    }

    /** Returns {@code tls}. */
    public TlsOptions tls() {
        return TLS.options(values);
    }

    /** Returns {@code http2}. */
    public Http2Settings http2() {
        return HTTP2.settings(values);
    }

    /** Returns {@code decompress}. */
    public boolean decompress() {
        return values.get(RESPONSES.decompress());
    }

    /** Returns {@code redirects}. */
    public int redirects() {
        return values.get(RESPONSES.redirects());
    }

    /** Returns {@code allowed-addresses}. */
    public AddressRule allowedAddresses() {
        return values.get(RESPONSES.allowedAddresses());
    }

    /** Returns the limits on responses: {@code limits.max-response-head} and others. */
    public ResponseLimits responseLimits() {
        return RESPONSES.limits(values);
    }

    /** Returns {@code cache}. */
    public CacheSettings cache() {
        return CACHE.settings(values);
    }

    /** Returns {@code max-connections}. */
    public int maxConnections() {
        return values.get(MAX_CONNECTIONS);
    }

    /** Returns {@code timeout}. */
    public Duration timeout() {
        return values.get(TIMEOUT);
    }

    /** Returns {@code attempt-timeout}. */
    public Duration attemptTimeout() {
        return values.get(ATTEMPT_TIMEOUT);
    }

    /** Returns {@code connect-timeout}. */
    public Duration connectTimeout() {
        return values.get(CONNECT_TIMEOUT);
    }

    /** Returns {@code tls.handshake-timeout}. */
    public Duration handshakeTimeout() {
        return values.get(TLS.handshakeTimeout());
    }

    /** Returns {@code idle-timeout}. */
    public Duration idleTimeout() {
        return values.get(IDLE_TIMEOUT);
    }

    /** Returns {@code keep-alive}. */
    public Duration keepAlive() {
        return values.get(KEEP_ALIVE);
    }

    /** Returns {@code request-id}. */
    public boolean requestId() {
        return values.get(REQUEST_ID);
    }

    /** Returns {@code idempotency-key}. */
    public boolean idempotencyKey() {
        return values.get(IDEMPOTENCY_KEY);
    }

    /** Returns {@code deadline-field}; null for none. */
    public @Nullable String deadlineField() {
        String field = values.get(DEADLINE_FIELD);
        return field.equals(NO_FIELD) ? null : field;
    }

    /** Returns {@code retry}, beside {@code retry.connect-retries}. */
    public RetrySettings retry() {
        return RETRY.options(values);
    }

    /** Returns {@code hedge}. */
    public HedgeSettings hedge() {
        return HEDGE.options(values);
    }

    /** Returns {@code pass-headers}. */
    public List<String> passHeaders() {
        return values.get(PASS_HEADERS);
    }

    /** Returns {@code openapi}, as it was given; null for none. */
    public @Nullable Path openapi() {
        return values.find(OPENAPI);
    }

    /** Returns {@code retries}. */
    public int retries() {
        return values.get(RETRIES);
    }

    /** Returns {@code retry.connect-retries}. */
    public int connectRetries() {
        return values.get(RETRY.connectRetries());
    }

    /** Returns {@code limits.max-queued}. */
    public int maxQueued() {
        return values.get(MAX_QUEUED);
    }

    /** Returns {@code limits.max-queue-age}, {@code limits.queue-order} and {@code limits.adaptive}. */
    public QueueSettings queue() {
        return QUEUE.settings(values);
    }

    /** Returns {@code limits.max-body}. */
    public long maxBody() {
        return values.get(MAX_BODY);
    }

    /** Returns {@code limits.max-request-head}. */
    public int maxRequestHead() {
        return Math.toIntExact(values.get(MAX_REQUEST_HEAD));
    }

    /** Returns {@code limits.max-json-names}. */
    public int maxJsonNames() {
        return values.get(MAX_JSON_NAMES);
    }

    /** Returns {@code limits.max-json-tokens}. */
    public int maxJsonTokens() {
        return values.get(MAX_JSON_TOKENS);
    }

    /** Returns the address of the partner's host; of the first, if it has several. */
    public Address address() {
        return Address.of(url());
    }

    /** Returns the path that precedes that of each request: empty, or begins and does not end with a slash. */
    public String basePath() {
        String path = url().getRawPath() == null ? "" : url().getRawPath();
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    /**
     * Collects the settings of a partner. A method sets the key of its name; sizes are in bytes. A key that is not set has
     * the default that {@code docs/configuration.md} shows.
     */
    public static final class Builder {

        private final String name;
        private final Settings.Builder values = new Settings.Builder(KEYS);
        private final Map<String, String> headers = new LinkedHashMap<>();

        private Builder(String name) {
            this.name = name;
        }

        private <T> Builder set(Setting<T> setting, T value) {
            values.set(setting, value);
            return this;
        }

        /** Sets {@code endpoints}, {@code breaker}, {@code ejection} and {@code health-check}. */
        public Builder endpoints(EndpointSettings settings) {
            ENDPOINTS.set(values, settings);
            return this;
        }

        /** Sets {@code protocol}. */
        public Builder protocol(ProtocolChoice choice) {
            return set(PROTOCOL, choice);
        }

        /** Sets {@code tls}. */
        public Builder tls(TlsOptions options) {
            TLS.set(values, options);
            return this;
        }

        /** Sets {@code http2}. */
        public Builder http2(Http2Settings settings) {
            HTTP2.set(values, settings);
            return this;
        }

        /** Sets {@code decompress}. */
        public Builder decompress(boolean asked) {
            return set(RESPONSES.decompress(), asked);
        }

        /** Sets {@code redirects}. */
        public Builder redirects(int followed) {
            return set(RESPONSES.redirects(), followed);
        }

        /** Sets {@code allowed-addresses}. */
        public Builder allowedAddresses(AddressRule rule) {
            return set(RESPONSES.allowedAddresses(), rule);
        }

        /**
         * Sets {@code limits.max-response-head}, {@code limits.max-response-fields}, {@code limits.max-streamed-body} and
         * {@code limits.max-expansion}.
         */
        public Builder responseLimits(ResponseLimits limits) {
            RESPONSES.set(values, limits);
            return this;
        }

        /** Sets {@code cache}. */
        public Builder cache(CacheSettings settings) {
            CACHE.set(values, settings);
            return this;
        }

        /** Sets {@code max-connections}. */
        public Builder maxConnections(int connections) {
            return set(MAX_CONNECTIONS, connections);
        }

        /** Sets {@code limits.max-queued}. */
        public Builder maxQueued(int exchanges) {
            return set(MAX_QUEUED, exchanges);
        }

        /** Sets {@code limits.max-queue-age}, {@code limits.queue-order} and {@code limits.adaptive}. */
        public Builder queue(QueueSettings settings) {
            QUEUE.set(values, settings);
            return this;
        }

        /** Sets {@code timeout}. */
        public Builder timeout(Duration whole) {
            return set(TIMEOUT, whole);
        }

        /** Sets {@code attempt-timeout}. */
        public Builder attemptTimeout(Duration attempt) {
            return set(ATTEMPT_TIMEOUT, attempt);
        }

        /** Sets {@code connect-timeout}. */
        public Builder connectTimeout(Duration connect) {
            return set(CONNECT_TIMEOUT, connect);
        }

        /** Sets {@code tls.handshake-timeout}. */
        public Builder handshakeTimeout(Duration handshake) {
            return set(TLS.handshakeTimeout(), handshake);
        }

        /** Sets {@code pass-headers}. */
        public Builder passHeaders(String... names) {
            return set(PASS_HEADERS, List.of(names));
        }

        /** Sets {@code openapi}. */
        public Builder openapi(Path document) {
            return set(OPENAPI, document);
        }

        /** Sets {@code idle-timeout}. */
        public Builder idleTimeout(Duration idle) {
            return set(IDLE_TIMEOUT, idle);
        }

        /** Sets {@code keep-alive}. */
        public Builder keepAlive(Duration unused) {
            return set(KEEP_ALIVE, unused);
        }

        /** Sets {@code retry.connect-retries}. */
        public Builder connectRetries(int times) {
            return set(RETRY.connectRetries(), times);
        }

        /** Sets {@code idempotency-key}. */
        public Builder idempotencyKey(boolean sent) {
            return set(IDEMPOTENCY_KEY, sent);
        }

        /** Sets {@code deadline-field}. */
        public Builder deadlineField(String name) {
            return set(DEADLINE_FIELD, name);
        }

        /** Sets {@code retry}, beside {@code retry.connect-retries}. */
        public Builder retry(RetrySettings options) {
            RETRY.set(values, options);
            return this;
        }

        /** Sets {@code hedge}. */
        public Builder hedge(HedgeSettings options) {
            HEDGE.set(values, options);
            return this;
        }

        /** Sets {@code request-id}. */
        public Builder requestId(boolean sent) {
            return set(REQUEST_ID, sent);
        }

        /** Sets {@code retries}. */
        public Builder retries(int times) {
            return set(RETRIES, times);
        }

        /** Adds a field to {@code headers}. */
        public Builder header(String field, String value) {
            headers.put(field, value);
            return this;
        }

        /** Sets {@code limits.max-body}. */
        public Builder maxBody(long bytes) {
            return set(MAX_BODY, bytes);
        }

        /** Sets {@code limits.max-request-head}. */
        public Builder maxRequestHead(int bytes) {
            return set(MAX_REQUEST_HEAD, (long) bytes);
        }

        /** Sets {@code limits.max-json-names}. */
        public Builder maxJsonNames(int names) {
            return set(MAX_JSON_NAMES, names);
        }

        /** Sets {@code limits.max-json-tokens}. */
        public Builder maxJsonTokens(int tokens) {
            return set(MAX_JSON_TOKENS, tokens);
        }

        /**
         * Returns the settings.
         *
         * @throws IllegalArgumentException if one of them is out of bounds, naming it, its value and the bounds
         */
        public PartnerSettings build() {
            return new PartnerSettings(name, values.build("partner " + name), FixedFields.of(headers));
        }
    }
}
