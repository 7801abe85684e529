package dev.medley.trace.internal;

import io.opentelemetry.api.common.AttributeKey;
import java.util.List;
import java.util.Set;

/** The attributes of spans: those of the semantic conventions for HTTP, version 1, and Medley's own. */
final class HttpAttributes {

    static final AttributeKey<String> METHOD = AttributeKey.stringKey("http.request.method");
    static final AttributeKey<Long> RESEND_COUNT = AttributeKey.longKey("http.request.resend_count");
    static final AttributeKey<Long> STATUS = AttributeKey.longKey("http.response.status_code");
    static final AttributeKey<String> ROUTE = AttributeKey.stringKey("http.route");
    static final AttributeKey<String> PATH = AttributeKey.stringKey("url.path");
    static final AttributeKey<String> SCHEME = AttributeKey.stringKey("url.scheme");
    static final AttributeKey<String> URL = AttributeKey.stringKey("url.full");
    static final AttributeKey<String> SERVER = AttributeKey.stringKey("server.address");
    static final AttributeKey<Long> PORT = AttributeKey.longKey("server.port");
    static final AttributeKey<String> CLIENT = AttributeKey.stringKey("client.address");
    static final AttributeKey<String> PROTOCOL = AttributeKey.stringKey("network.protocol.version");
    static final AttributeKey<String> USER_AGENT = AttributeKey.stringKey("user_agent.original");
    static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");

    static final AttributeKey<String> PARTNER = AttributeKey.stringKey("medley.partner");
    static final AttributeKey<String> REQUEST_ID = AttributeKey.stringKey("medley.request.id");
    static final AttributeKey<List<String>> MISSING = AttributeKey.stringArrayKey("medley.missing");
    static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("medley.outcome");
    static final AttributeKey<String> CACHE = AttributeKey.stringKey("medley.cache");
    static final AttributeKey<Boolean> COALESCED = AttributeKey.booleanKey("medley.coalesced");
    static final AttributeKey<Boolean> HEDGE = AttributeKey.booleanKey("medley.hedge");

    /** Others have no place in the name of a span, of which there must be few. */
    private static final Set<String> METHODS =
            Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "QUERY");

    private static final String OTHER = "_OTHER";

    private HttpAttributes() {}

    /** Returns the version in {@code protocol}, such as {@code 1.1} or {@code 2}, as the conventions write it. */
    static String version(String protocol) {
        String version = protocol.substring(protocol.indexOf('/') + 1);
        return version.endsWith(".0") && !version.equals("1.0") ? version.substring(0, version.length() - 2) : version;
    }

    /** Returns the method for names and attributes. */
    static String method(String method) {
        return METHODS.contains(method) ? method : OTHER;
    }
}
