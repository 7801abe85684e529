package dev.medley.servlet.internal.inbound;

import dev.medley.mashup.Inbound;
import dev.medley.servlet.internal.routing.MashupDescription;
import dev.medley.servlet.internal.routing.PathMatch;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.security.Principal;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a mashup reads of the container's request beside its body: method, path, query, fields, and what the container knows of
 * the client. It can be read until the request is over.
 */
abstract class ServletHead implements Inbound {

    private static final Logger LOG = LoggerFactory.getLogger(ServletHead.class);
    private static final String COOKIE = "Cookie";

    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    /** Of the Servlet specification, section 3.10. */
    private static final String CLIENT_CERTIFICATES = "jakarta.servlet.request.X509Certificate";

    private final HttpServletRequest request;
    private final String method;
    private final String path;
    private final @Nullable String query;
    /** Null if there are templates, and none matches. */
    private final @Nullable PathMatch match;

    /** True before the container may use the request for another one. */
    private volatile boolean over;

    private volatile @Nullable Map<String, String> parameters;

    ServletHead(HttpServletRequest request, MashupDescription mashup) {
        this.request = request;
        method = request.getMethod();
        String info = request.getPathInfo();
        path = info == null ? request.getServletPath() : request.getServletPath() + info;
        query = request.getQueryString();
        match = mashup.match(path);
    }

    final HttpServletRequest request() {
        return request;
    }

    /** From now on nothing is read. */
    final void markOver() {
        over = true;
    }

    final boolean isOver() {
        return over;
    }

    /** The match of the path, or null if there are templates, and none matches. */
    @Nullable
    public final PathMatch match() {
        return match;
    }

    @Override
    public final String method() {
        return method;
    }

    @Override
    public final String path() {
        return path;
    }

    @Override
    public final @Nullable String template() {
        return match == null ? null : match.template();
    }

    @Override
    public final String path(String name) {
        if (match == null) {
            throw new IllegalStateException("the path " + path + " matches no template");
        }
        return match.value(name);
    }

    @Override
    public final @Nullable String query() {
        return query;
    }

    /** Parsed from the query alone: the container's method would read the body of a form, and block. */
    @Override
    public final Map<String, String> parameters() {
        Map<String, String> parsed = parameters;
        if (parsed == null) {
            parsed = Inbound.super.parameters();
            parameters = parsed;
        }
        return parsed;
    }

    @Override
    public final @Nullable String header(String name) {
        if (COOKIE.equalsIgnoreCase(name)) {
            List<String> cookies = headers(name);
            return cookies.isEmpty() ? null : cookies.get(0);
        }
        return read("the field ", name, () -> request.getHeader(name));
    }

    @Override
    public final List<String> headers(String name) {
        return read("the field ", name, () -> values(name));
    }

    /** Cookies may come in several fields over HTTP/2, and are one field to all others (RFC 9113, section 8.2.3). */
    private List<String> values(String name) {
        Enumeration<String> all = request.getHeaders(name);
        if (!all.hasMoreElements()) {
            return List.of();
        }
        String first = all.nextElement();
        if (!all.hasMoreElements()) {
            return List.of(first);
        }
        List<String> values = new ArrayList<>();
        values.add(first);
        all.asIterator().forEachRemaining(values::add);
        return COOKIE.equalsIgnoreCase(name) ? List.of(String.join("; ", values)) : List.copyOf(values);
    }

    @Override
    public final Map<String, List<String>> headers() {
        return read("the fields", () -> {
            Map<String, List<String>> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            for (String name : Collections.list(request.getHeaderNames())) {
                fields.putIfAbsent(name, values(name));
            }
            return Collections.unmodifiableMap(fields);
        });
    }

    @Override
    public final @Nullable String contentType() {
        return read("the media type", this::givenType);
    }

    /** Jetty refuses a charset that the JVM does not have. */
    final @Nullable String givenType() {
        try {
            return request.getContentType();
        } catch (IllegalCharsetNameException | UnsupportedCharsetException x) {
            LOG.debug("the media type of a request has no charset of this JVM", x);
            return request.getHeader("Content-Type");
        }
    }

    @Override
    public final Map<String, String> cookies() {
        return read("the cookies", () -> {
            Map<String, String> cookies = new LinkedHashMap<>();
            Cookie[] sent = request.getCookies();
            for (Cookie cookie : sent == null ? new Cookie[0] : sent) {
                cookies.putIfAbsent(cookie.getName(), cookie.getValue());
            }
            return Collections.unmodifiableMap(cookies);
        });
    }

    @Override
    public final @Nullable Object attribute(String name) {
        return read("the attribute ", name, () -> request.getAttribute(name));
    }

    @Override
    public final @Nullable Principal principal() {
        return read("the principal", request::getUserPrincipal);
    }

    @Override
    public final @Nullable String remoteAddress() {
        return read("the address", request::getRemoteAddr);
    }

    @Override
    public final List<X509Certificate> clientCertificates() {
        return attribute(CLIENT_CERTIFICATES) instanceof X509Certificate[] certificates
                ? List.of(certificates)
                : List.of();
    }

    @Override
    public final String protocol() {
        return read("the protocol", request::getProtocol);
    }

    @Override
    public final String contextPath() {
        return read("the context path", request::getContextPath);
    }

    @Override
    public final String scheme() {
        return read("the scheme", request::getScheme);
    }

    /** Not that of the field: HTTP/2 has another one, and a trusted proxy may have told it. */
    @Override
    public final String host() {
        return read("the host", () -> {
            int port = request.getServerPort();
            String name = request.getServerName();
            return port <= 0 || port == (request.getScheme().equals("https") ? HTTPS_PORT : HTTP_PORT)
                    ? name
                    : name + ":" + port;
        });
    }

    /**
     * Reads from the container's request. {@link #markOver()} comes before the container uses that for another one: if it came
     * meanwhile, on another thread, what was read may be of the other one, and is dropped. There is no lock, because a filter's
     * request may block here, and the deadline must not wait for it.
     */
    final <T extends @Nullable Object> T read(String what, Supplier<T> reading) {
        return read(what, "", reading);
    }

    private <T extends @Nullable Object> T read(String what, String name, Supplier<T> reading) {
        refuseIfOver(what, name);
        T value;
        try {
            value = reading.get();
        } catch (RuntimeException x) {
            refuseIfOver(what, name);
            throw x;
        }
        refuseIfOver(what, name);
        return value;
    }

    private void refuseIfOver(String what, String name) {
        if (over) {
            throw new IllegalStateException("the mashup is over: " + what + name
                    + " cannot be read any more; read it in compose, and keep the value");
        }
    }
}
