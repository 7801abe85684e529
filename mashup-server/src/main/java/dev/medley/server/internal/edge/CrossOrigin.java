package dev.medley.server.internal.edge;

import dev.medley.config.CorsSettings;
import dev.medley.setting.internal.OriginPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.ListIterator;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.jspecify.annotations.Nullable;

/**
 * The fields by which browsers learn whether a script of a page of another origin may read a reply, and what it may send (the CORS
 * protocol of the Fetch standard). Immutable.
 */
public final class CrossOrigin {

    private static final String PREFIX = "access-control-";
    private static final String ANY_VARY = "*";
    private static final HttpField VARY_ORIGIN = new PreEncodedHttpField(HttpHeader.VARY, HttpHeader.ORIGIN.asString());
    private static final HttpField ANY_ORIGIN =
            new PreEncodedHttpField(HttpHeader.ACCESS_CONTROL_ALLOW_ORIGIN, OriginPattern.ANY.toString());

    private final List<OriginPattern> origins;
    private final boolean any;
    private final boolean credentials;
    /** Of each reply that a page may read. */
    private final List<HttpField> ofReplies = new ArrayList<>();
    /** Of the answer to a preflight, beside the origin. */
    private final List<HttpField> ofPreflights = new ArrayList<>();

    private CrossOrigin(CorsSettings settings) {
        origins = settings.origins().stream().map(OriginPattern::parse).toList();
        any = origins.contains(OriginPattern.ANY);
        credentials = settings.credentials();
        if (credentials) {
            HttpField credentials = new PreEncodedHttpField(HttpHeader.ACCESS_CONTROL_ALLOW_CREDENTIALS, "true");
            ofReplies.add(credentials);
            ofPreflights.add(credentials);
        }
        addNames(HttpHeader.ACCESS_CONTROL_EXPOSE_HEADERS, settings.exposedHeaders(), ofReplies);
        addNames(HttpHeader.ACCESS_CONTROL_ALLOW_METHODS, settings.methods(), ofPreflights);
        addNames(HttpHeader.ACCESS_CONTROL_ALLOW_HEADERS, settings.headers(), ofPreflights);
        ofPreflights.add(new PreEncodedHttpField(
                HttpHeader.ACCESS_CONTROL_MAX_AGE,
                Long.toString(settings.maxAge().toSeconds())));
    }

    /** Returns the rules of {@code settings}; null if these allow no origin. */
    public static @Nullable CrossOrigin of(CorsSettings settings) {
        return settings.origins().isEmpty() ? null : new CrossOrigin(settings);
    }

    private static void addNames(HttpHeader field, List<String> names, List<HttpField> to) {
        if (!names.isEmpty()) {
            to.add(new PreEncodedHttpField(field, String.join(", ", names)));
        }
    }

    /** Returns whether a browser asks by this request what a page may send; no mashup answers it. */
    static boolean isPreflight(String method, HttpFields request) {
        return HttpMethod.OPTIONS.is(method)
                && request.contains(HttpHeader.ORIGIN)
                && request.contains(HttpHeader.ACCESS_CONTROL_REQUEST_METHOD);
    }

    /** Returns whether pages of the origin of {@code request} may read the reply. */
    public boolean allows(HttpFields request) {
        return any || origin(request) != null;
    }

    /** Returns whether a cookie in a request of pages of the origin of {@code request} says who asks. */
    public boolean allowsCookies(HttpFields request) {
        return credentials && !any && origin(request) != null;
    }

    /** Replaces the fields of CORS that {@code reply} has by these: what a mashup or a filter says of them does not count. */
    void addTo(HttpFields.Mutable reply, HttpFields request, boolean preflight) {
        removeOthers(reply);
        if (any) {
            reply.add(ANY_ORIGIN);
        } else {
            // Also without Origin: a cache must not give a page the reply that was for another one, or for none.
            if (!reply.contains(HttpHeader.VARY, ANY_VARY)) {
                reply.ensureField(VARY_ORIGIN);
            }
            String origin = origin(request);
            if (origin == null) {
                return;
            }
            reply.add(HttpHeader.ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        }
        for (HttpField field : preflight ? ofPreflights : ofReplies) {
            reply.add(field);
        }
    }

    private static void removeOthers(HttpFields.Mutable reply) {
        for (ListIterator<HttpField> fields = reply.listIterator(); fields.hasNext(); ) {
            if (fields.next().getName().regionMatches(true, 0, PREFIX, 0, PREFIX.length())) {
                fields.remove();
            }
        }
    }

    /** Returns the only origin of {@code request}, if it is allowed. */
    private @Nullable String origin(HttpFields request) {
        String origin = null;
        for (HttpField field : request) {
            if (field.getHeader() == HttpHeader.ORIGIN) {
                if (origin != null) {
                    return null;
                }
                origin = field.getValue();
            }
        }
        if (origin != null) {
            for (OriginPattern each : origins) {
                if (each.matches(origin)) {
                    return origin;
                }
            }
        }
        return null;
    }
}
