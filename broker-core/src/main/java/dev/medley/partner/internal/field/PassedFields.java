package dev.medley.partner.internal.field;

import dev.medley.connection.Header;
import dev.medley.connection.internal.HopByHopHeaders;
import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.ValueParsers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** The fields of the inbound request that a partner is sent: those that its settings name; or all, of a request that is passed on as it came. */
public final class PassedFields {

    /** Fields of one connection (RFC 9110, section 7.6.1), and those that Medley sets by the request that it sends. */
    private static final Set<String> NEVER = HopByHopHeaders.with(
            "content-encoding",
            "content-length",
            "content-type",
            "expect",
            "host",
            "proxy-authenticate",
            "proxy-authorization");

    /**
     * Beside these, those that a partner might believe about the client, those that some servers take for the path or
     * the method, and {@code Proxy}, which programs behind CGI take for the proxy of their own requests.
     */
    private static final Set<String> NEVER_BY_THEMSELVES = Set.of(
            "forwarded",
            "http2-settings",
            "proxy",
            "proxy-authentication-info",
            "traceparent",
            "tracestate",
            "x-http-method",
            "x-http-method-override",
            "x-method-override",
            "x-original-url",
            "x-real-ip",
            "x-rewrite-url");

    private static final String FORWARDED = "x-forwarded-";
    private static final String CONNECTION = "Connection";

    private PassedFields() {}

    /** Declares the key in {@code partner}. */
    public static Setting<List<String>> in(Group partner) {
        return partner.key(
                "pass-headers",
                ValueParsers.list(ValueParsers.fieldName(NEVER)),
                List.of(),
                "Header fields of the inbound request that are passed on to the partner, such as `Accept-Language`,"
                        + " unless the mashup sets them; `request-id` controls the fields of ids and traces");
    }

    /**
     * Returns the fields of an inbound request that are passed on. One that {@code Connection} names was meant for the
     * connection to Medley, and is not (RFC 9110, section 7.6.1).
     *
     * @param names of the fields, the partner's {@code pass-headers}
     * @param valuesOf returns the values of a field of the inbound request
     * @throws IllegalArgumentException if a value cannot be sent
     */
    public static List<Header> of(List<String> names, Function<String, List<String>> valuesOf) {
        List<Header> passed = new ArrayList<>();
        List<String> nominated = nominated(valuesOf.apply(CONNECTION));
        for (String name : names) {
            if (!nominated.contains(name.toLowerCase(Locale.ROOT))) {
                valuesOf.apply(name).forEach(value -> passed.add(new Header(name, value)));
            }
        }
        return passed;
    }

    /**
     * Returns all fields of an inbound request that are passed on with it: not those of the connection, and not those that a client
     * may not tell a partner, such as {@code X-Forwarded-For}, under a name that a server could take for theirs either.
     *
     * @param fields of the request, by their names in any case
     * @throws IllegalArgumentException if a value cannot be sent
     */
    public static List<Header> all(Map<String, List<String>> fields) {
        List<Header> passed = new ArrayList<>();
        List<String> nominated = new ArrayList<>();
        fields.forEach((name, values) -> {
            if (name.equalsIgnoreCase(CONNECTION)) {
                nominated.addAll(nominated(values));
            }
        });
        fields.forEach((name, values) -> {
            if (isPassed(name) && !nominated.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> passed.add(new Header(name, value)));
            }
        });
        return passed;
    }

    /** Servers that have fields as variables take underscores for hyphens. */
    private static boolean isPassed(String name) {
        String plain = plain(name);
        return !NEVER.contains(plain) && !NEVER_BY_THEMSELVES.contains(plain) && !plain.startsWith(FORWARDED);
    }

    /** Returns the same text for all names that a partner may take for the same: in any case, with underscores or hyphens. */
    public static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the names of fields that the values of {@code Connection} have, in lower case. */
    private static List<String> nominated(List<String> connection) {
        String names = String.join(",", connection).toLowerCase(Locale.ROOT);
        return List.of(names.replace(" ", "").replace("\t", "").split(",", -1));
    }
}
