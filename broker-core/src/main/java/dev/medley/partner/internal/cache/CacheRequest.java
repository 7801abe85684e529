package dev.medley.partner.internal.cache;

import dev.medley.connection.Header;
import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.connection.internal.HeaderFields;
import dev.medley.connection.internal.SecretNames;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A request that may be answered by a stored response, and whose response may be stored. Immutable. */
public final class CacheRequest {

    private static final String PRAGMA = "Pragma";
    private static final String NO_CACHE = "no-cache";

    /** Fields of requests for a part of a response, or with a condition that is the partner's to check (RFC 9111, section 4.3.2). */
    private static final Set<String> PASSED_BY = Set.of("range", "if-match", "if-unmodified-since", "if-range");

    /** The credentials that caches know of (RFC 9111, section 3.5). */
    private static final Set<String> OF_AUTHORIZATION = Set.of("authorization", "cookie");

    private final String target;
    private final List<Header> fields;
    private final CacheControl control;
    private final boolean authorized;
    private final List<String> credentials;
    private final @Nullable Conditions conditions;

    private CacheRequest(DefaultOutboundRequest request, CacheControl control) {
        target = request.target();
        fields = request.headers();
        this.control = control;
        conditions = Conditions.of(fields);
        authorized = HeaderFields.contain(fields, "Authorization") || HeaderFields.contain(fields, "Cookie");
        credentials = fields.stream()
                .map(field -> field.name().toLowerCase(Locale.ROOT))
                .filter(name -> !OF_AUTHORIZATION.contains(name) && SecretNames.isSecret(name))
                .distinct()
                .toList();
    }

    /**
     * Returns {@code request} as the cache sees it; null if it is not cacheable: its method is not GET, it has a
     * body, is for a range, has a condition for the partner, or says {@code no-store}.
     */
    public static @Nullable CacheRequest of(DefaultOutboundRequest request) {
        return of("GET", request);
    }

    /**
     * Returns the GET whose response that of {@code request}, a HEAD, describes (RFC 9111, section 4.3.5); null if it is none, has a
     * condition, or the GET would not be cacheable.
     */
    public static @Nullable CacheRequest ofHead(DefaultOutboundRequest request) {
        CacheRequest described = of("HEAD", request);
        return described == null || described.isConditional() ? null : described;
    }

    private static @Nullable CacheRequest of(String method, DefaultOutboundRequest request) {
        if (!request.method().equals(method) || request.body() != null) {
            return null;
        }
        for (Header field : request.headers()) {
            if (PASSED_BY.contains(field.name().toLowerCase(Locale.ROOT))) {
                return null;
            }
        }
        CacheControl control = CacheControl.of(request.headers());
        return control.has("no-store") ? null : new CacheRequest(request, control);
    }

    /** Path and query. */
    public String target() {
        return target;
    }

    /** Returns whether it says nothing about stored responses and has no credentials, so that another one may wait for its call. */
    public boolean isPlain() {
        return control.isEmpty() && !authorized && conditions == null && !HeaderFields.contain(fields, PRAGMA);
    }

    /** Returns whether the client asks for a response only if it is another than the one that it has. */
    public boolean isConditional() {
        return conditions != null;
    }

    /** Its fields without those of the condition. */
    public List<Header> unconditionalFields() {
        return conditions == null ? fields : Conditions.removedFrom(fields);
    }

    /** Returns whether the client has {@code stored} already, so that the answer at {@code now} is 304. */
    public boolean isMetBy(StoredResponse stored, Instant now) {
        return conditions != null && conditions.areMetBy(stored, now);
    }

    List<Header> fields() {
        return fields;
    }

    CacheControl control() {
        return control;
    }

    /** Returns whether it has credentials, so that its response may be for one user. */
    boolean isAuthorized() {
        return authorized;
    }

    /**
     * The names, in lower case, of the fields by which it shows who asks and of which caches know nothing, such as
     * {@code X-Api-Key}: partners seldom name them in {@code Vary}.
     */
    List<String> credentials() {
        return credentials;
    }

    /** Returns whether a stored response must be validated first (RFC 9111, sections 5.2.1.4 and 5.4). */
    boolean asksForValidation() {
        if (control.has(NO_CACHE)) {
            return true;
        }
        return control.isEmpty() && Fields.names(fields, PRAGMA).contains(NO_CACHE);
    }
}
