package dev.medley.partner.internal.credential;

import dev.medley.connection.Header;
import dev.medley.connection.internal.DefaultOutboundRequest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What shows a partner who sends a request: a header field, or a parameter of the query. Immutable. */
public final class Credential {

    private static final String AUTHORIZATION = "Authorization";

    private final @Nullable Header field;
    private final String parameter;
    private final String value;

    private Credential(@Nullable Header field, String parameter, String value) {
        this.field = field;
        this.parameter = parameter;
        this.value = value;
    }

    /** A credential in a header field; throws {@link IllegalArgumentException} if no field has such a name or value. */
    static Credential field(String name, String value) {
        return new Credential(new Header(name, value), "", "");
    }

    /** A bearer token (RFC 6750, section 2.1). */
    static Credential bearer(String token) {
        return field(AUTHORIZATION, "Bearer " + token);
    }

    /** A user and a password (RFC 7617). */
    static Credential basic(String user, String password) {
        return field(AUTHORIZATION, basicValue(user, password));
    }

    /** The value of the field of a user and a password. */
    public static String basicValue(String user, String password) {
        byte[] both = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(both);
    }

    /** A credential in the query. */
    static Credential query(String name, String value) {
        return new Credential(null, encoded(name), encoded(value));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Returns {@code request} with this credential; {@code request} itself if it has one in the same place, which its mashup set. */
    public DefaultOutboundRequest addedTo(DefaultOutboundRequest request) {
        Header own = field;
        if (own != null) {
            return request.has(own.name()) ? request : request.with(own);
        }
        String target = request.target();
        int query = target.indexOf('?');
        if (query >= 0 && hasParameter(target.substring(query + 1))) {
            return request;
        }
        String more = target + (query < 0 ? '?' : '&') + parameter + '=' + value;
        return new DefaultOutboundRequest(request.method(), more, request.headers(), request.body());
    }

    /** Returns {@code target} without this credential; {@code target} itself if it does not have it. */
    public String removedFrom(String target) {
        int query = target.indexOf('?');
        String own = parameter + '=' + value;
        if (field != null || query < 0 || !target.contains(own)) {
            return target;
        }
        String rest = Arrays.stream(target.substring(query + 1).split("&", -1))
                .filter(each -> !each.equals(own))
                .collect(Collectors.joining("&"));
        return rest.isEmpty() ? target.substring(0, query) : target.substring(0, query + 1) + rest;
    }

    private boolean hasParameter(String query) {
        for (String each : query.split("&", -1)) {
            if (each.equals(parameter) || each.startsWith(parameter + "=")) {
                return true;
            }
        }
        return false;
    }

    /** Returns the bytes by which it makes the head of a request longer. */
    int length() {
        Header own = field;
        return own == null
                ? parameter.length() + value.length() + "?=".length()
                : own.name().length() + own.value().length() + ": \r\n".length();
    }

    /** Returns its place alone. */
    @Override
    public String toString() {
        Header own = field;
        return own == null ? "parameter " + parameter : "field " + own.name();
    }
}
