package dev.medley.partner.cache;

import dev.medley.connection.Header;
import dev.medley.connection.OutboundRequest;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A request that may be answered by a stored response, and whose response may be stored. Immutable. */
public final class CacheRequest {

    private static final String PRAGMA = "Pragma";
    private static final String NO_CACHE = "no-cache";

    /** Fields of requests that concern a part of a response, or one that the mashup has itself. */
    private static final Set<String> PASSED_BY =
            Set.of("range", "if-match", "if-none-match", "if-modified-since", "if-unmodified-since", "if-range");

    private final String target;
    private final List<Header> fields;
    private final CacheControl control;
    private final boolean authorized;

    private CacheRequest(OutboundRequest request, CacheControl control) {
        target = request.target();
        fields = request.headers();
        this.control = control;
        authorized = Header.isAmong(fields, "Authorization") || Header.isAmong(fields, "Cookie");
    }

    /**
     * Returns {@code request} as the cache sees it; null if the cache takes no part in it: its method is not GET, it has a
     * body, is conditional or for a range, or says {@code no-store}.
     */
    public static @Nullable CacheRequest of(OutboundRequest request) {
        if (!request.method().equals("GET") || request.body() != null) {
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
        return control.isEmpty() && !authorized && !Header.isAmong(fields, PRAGMA);
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

    /** Returns whether a stored response must be validated first (RFC 9111, sections 5.2.1.4 and 5.4). */
    boolean asksForValidation() {
        if (control.has(NO_CACHE)) {
            return true;
        }
        return control.isEmpty() && Fields.names(fields, PRAGMA).contains(NO_CACHE);
    }
}
