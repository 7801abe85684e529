package dev.medley.partner;

import dev.medley.connection.ProtocolChoice;
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
import dev.medley.setting.internal.ValueParsers;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The keys of a partner, and which of their values do not go together. Those of a section are in the class of its settings. */
final class PartnerKeys {

    static final Group KEYS = Group.of("A partner");

    /** The value of {@code deadline-field} for none. */
    static final String NO_FIELD = "off";

    private static final int MILLION = 1_000_000;
    private static final int MAX_REDIRECTS = 20;

    /** As {@link java.net.URI} takes a host for an IPv4 address, and for an IPv6 address without its brackets. */
    private static final Predicate<String> LITERAL =
            Pattern.compile("[0-9]+(\\.[0-9]+){3}|.*:.*").asMatchPredicate();

    static final Setting<URI> URL = KEYS.optional(
            "url",
            ValueParsers.url(),
            "none: it or `urls` must be given",
            "http://127.0.0.1:9001",
            "Address of the partner; its path, if any, precedes the path of every request");
    static final Setting<List<EndpointUrl>> URLS = KEYS.optional(
            "urls",
            ValueParsers.list(EndpointUrl.PARSER),
            "`url` alone",
            "[http://10.0.0.1:9001, http://10.0.0.2:9001 weight=2 zone=b]",
            "Addresses of the partner, in place of `url`, of one scheme and path; each is an endpoint, with a"
                    + " weight and perhaps a zone");
    static final Setting<ProtocolChoice> PROTOCOL = KEYS.key(
            "protocol",
            ValueParsers.choice("a protocol", ProtocolChoice.class, ProtocolChoice::configured, Map.of()),
            ProtocolChoice.AUTO,
            "Protocol of the connections; with `auto` the partner chooses `h2` or `http/1.1` for an `https` url, and an"
                    + " `http` url has `http/1.1`");
    static final Setting<Integer> MAX_CONNECTIONS = KEYS.key(
            "max-connections",
            ValueParsers.wholeNumber(1, MILLION, "connections"),
            2000,
            "Maximum number of HTTP/1.1 connections to an endpoint, and so of exchanges; for HTTP/2 see `http2`",
            Trait.CHANGEABLE);

    static {
        KEYS.requireOneOf(URL, URLS);
        KEYS.addAll(TimeKeys.KEYS);
    }

    static final Setting<Duration> KEEP_ALIVE = KEYS.key(
            "keep-alive",
            ValueParsers.durationOrZero(),
            Duration.ofSeconds(60),
            "Time that an unused connection is kept; 0 for as long as the partner keeps it");
    static final Setting<Integer> RETRIES = KEYS.key(
            "retries",
            ValueParsers.wholeNumber(0, RetrySettings.MAX_TIMES, "times"),
            1,
            "Number of retries, if retries are permitted");
    static final Setting<Boolean> REQUEST_ID = KEYS.key(
            "request-id",
            ValueParsers.flag(),
            true,
            "True to send the id of the inbound request in the field `server.request-id.field`, and `traceparent` and"
                    + " `tracestate` as received; false for a partner that must not see them");
    static final Setting<Boolean> IDEMPOTENCY_KEY = KEYS.key(
            "idempotency-key",
            ValueParsers.flag(),
            false,
            "True for a partner that uses the field `Idempotency-Key` to recognize a request that it has already"
                    + " processed: each POST and PATCH is sent with its own key, unless the mashup sets one or"
                    + " `pass-headers` passes the client's on, and is then retried like a GET");
    static final Setting<String> DEADLINE_FIELD = KEYS.key(
            "deadline-field",
            ValueParsers.fieldName(DefaultOutboundRequest.RESERVED_FIELDS),
            NO_FIELD,
            "Header field that gives the partner the time left for its answer, in milliseconds, such as"
                    + " `X-Deadline-Ms`; `off` for none");
    static final Setting<List<String>> PASS_HEADERS = PassedFields.in(KEYS);

    static {
        FixedFields.in(KEYS);
        KEYS.add("auth", AuthSettings.KEYS);
    }

    static final Setting<Path> OPENAPI = KEYS.optional(
            "openapi",
            ValueParsers.file("the path of a file; a relative one starts in the folder of the configuration file"),
            "none",
            "weather.yaml",
            "OpenAPI document of the partner, 3.0 or 3.1 in YAML or JSON, that `medley check` compares declared exchanges with; the"
                    + " server does not read it. A relative path starts in the folder of the configuration file",
            Trait.CHANGEABLE);

    static {
        KEYS.add("tls", PartnerTlsSettings.KEYS);
        KEYS.add("http2", PartnerHttp2Settings.KEYS);
        KEYS.add("cache", CacheSettings.KEYS);
        KEYS.add("endpoints", EndpointSettings.KEYS);
        KEYS.add("breaker", BreakerSettings.KEYS);
        KEYS.add("ejection", EjectionSettings.KEYS);
        KEYS.add("health-check", HealthCheckSettings.KEYS);
        KEYS.add("retry", RetrySettings.KEYS);
        KEYS.add("hedge", HedgeSettings.KEYS);
        KEYS.add("canary", CanarySettings.KEYS);
        KEYS.add("mirror", MirrorSettings.KEYS);
        KEYS.add("limits", LimitSettings.KEYS);
    }

    static final Setting<Boolean> DECOMPRESS = KEYS.key(
            "decompress",
            ValueParsers.flag(),
            false,
            "True to ask the partner for compressed bodies (`Accept-Encoding: gzip, deflate`) and to"
                    + " decompress them; a request with an `Accept-Encoding` or `Range` of its own gets"
                    + " the body unchanged");
    static final Setting<Integer> REDIRECTS = KEYS.key(
            "redirects",
            ValueParsers.wholeNumber(0, MAX_REDIRECTS, "redirects"),
            0,
            "Maximum number of redirects that an exchange follows, within the partner's own scheme, host"
                    + " and port; 0 for none: then a redirect is an ordinary response");
    static final Setting<AddressRule> ALLOWED_ADDRESSES = KEYS.key(
            "allowed-addresses",
            ValueParsers.choice("a rule for addresses", AddressRule.class, PartnerKeys::nameOf, Map.of()),
            AddressRule.ANY,
            "IP addresses that connections are made to, whatever the partner's name resolves to; `public` excludes"
                    + " loopback, link-local, private, unique-local and other special-purpose addresses");

    private PartnerKeys() {}

    private static String nameOf(AddressRule rule) {
        return rule.name().toLowerCase(Locale.ROOT);
    }

    /** Returns the addresses; none if none is given. */
    static List<EndpointUrl> urls(Settings values) {
        @Nullable List<EndpointUrl> several = values.find(URLS);
        if (several != null && !several.isEmpty()) {
            return several;
        }
        @Nullable URI one = values.find(URL);
        return one == null ? List.of() : List.of(EndpointUrl.of(one));
    }

    /** Reports values that are valid each by itself, but not together, with the setting to change. */
    static void check(Settings values, BiConsumer<Setting<?>, String> problems) {
        List<EndpointUrl> urls = urls(values);
        if (urls.isEmpty()) {
            problems.accept(URLS, "is an empty list; expected an address, or url");
            return;
        }
        checkUrls(values, urls, problems);
        EndpointSettings.check(values, urls, problems);
        BreakerSettings.check(values, problems);
        HealthCheckSettings.check(values, problems);
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
        PartnerTlsSettings.check(values, address.secure(), problems);
        RetrySettings.check(values, problems);
        HedgeSettings.check(values, problems);
        CanarySettings.check(values, problems);
        MirrorSettings.check(values, problems);
        urls.forEach(url -> checkAddress(values, url.address(), problems));
        CacheSettings.check(values, REDIRECTS, problems);
        AuthSettings.check(values, PASS_HEADERS, problems);
    }

    private static void checkUrls(Settings values, List<EndpointUrl> urls, BiConsumer<Setting<?>, String> problems) {
        @Nullable String conflict = EndpointUrl.conflict(urls);
        if (values.find(URL) != null && values.isGiven(URLS)) {
            problems.accept(URLS, "cannot be combined with url; expected one of them");
        } else if (conflict != null) {
            problems.accept(URLS, conflict);
        }
    }

    /** Reports an address that the partner may not be at. */
    private static void checkAddress(Settings values, Address address, BiConsumer<Setting<?>, String> problems) {
        @Nullable InetAddress literal = literal(address.host());
        @Nullable
        String refusal = literal == null ? null : values.get(ALLOWED_ADDRESSES).refusal(literal);
        if (refusal != null) {
            problems.accept(
                    ALLOWED_ADDRESSES,
                    "'public' cannot be combined with %s, whose address is not public (%s); expected 'any'"
                            .formatted(address.authority(), refusal));
        }
    }

    private static @Nullable InetAddress literal(String host) {
        if (!LITERAL.test(host)) {
            return null;
        }
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException x) {
            return null;
        }
    }
}
