package dev.medley.partner.internal.credential;

import dev.medley.connection.Header;
import dev.medley.connection.internal.DefaultOutboundRequest;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.function.Predicate;
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

    /**
     * Returns {@code request} with this credential. A field that its mashup has set stays; a parameter of the query is replaced, however
     * its name is spelled, since it may be the client's, who is not to choose how Medley is known.
     */
    public DefaultOutboundRequest addedTo(DefaultOutboundRequest request) {
        Header own = field;
        if (own != null) {
            return request.has(own.name()) ? request : request.with(own);
        }
        String target = without(request.target(), this::hasName);
        String more = target + (target.indexOf('?') < 0 ? '?' : '&') + parameter + '=' + value;
        return new DefaultOutboundRequest(request.method(), more, request.headers(), request.body());
    }

    /** Returns {@code target} without this credential; {@code target} itself if it does not have it. */
    public String removedFrom(String target) {
        return field == null ? without(target, (parameter + '=' + value)::equals) : target;
    }

    /** Returns {@code target} without some parameters; {@code target} itself if it does not have them. */
    private static String without(String target, Predicate<String> which) {
        int query = target.indexOf('?');
        if (query < 0) {
            return target;
        }
        List<String> parameters = List.of(target.substring(query + 1).split("&", -1));
        List<String> rest = parameters.stream().filter(which.negate()).toList();
        if (rest.size() == parameters.size()) {
            return target;
        }
        return rest.isEmpty() ? target.substring(0, query) : target.substring(0, query + 1) + String.join("&", rest);
    }

    private boolean hasName(String pair) {
        int equals = pair.indexOf('=');
        String name = equals < 0 ? pair : pair.substring(0, equals);
        return decoded(name).equalsIgnoreCase(decoded(parameter));
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException x) {
            // Malformed: no partner reads it as another name.
            return text;
        }
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
