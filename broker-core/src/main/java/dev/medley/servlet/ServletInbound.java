package dev.medley.servlet;

import dev.medley.connection.RequestBody;
import dev.medley.mashup.Inbound;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Status;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The container's request as an {@link Inbound}. Its body is read without blocking, in every execution mode. */
final class ServletInbound implements Inbound {

    private static final Logger LOG = LoggerFactory.getLogger(ServletInbound.class);
    private static final String UNKNOWN_TYPE = "application/octet-stream";
    private static final Set<String> WITHOUT_BODY = Set.of("GET", "HEAD");

    /** Of the Servlet specification, section 3.10. */
    private static final String CLIENT_CERTIFICATES = "jakarta.servlet.request.X509Certificate";

    private final HttpServletRequest request;
    private final int maxBody;
    /** The body, once it has been asked for. */
    private final AtomicReference<@Nullable CompletableFuture<byte[]>> body = new AtomicReference<>();

    /** The body, if it is streamed. */
    private volatile @Nullable BodyPublisher streamed;

    private volatile boolean over;
    private @Nullable Map<String, String> parameters;

    ServletInbound(HttpServletRequest request, int maxBody) {
        this.request = request;
        this.maxBody = maxBody;
    }

    @Override
    public String method() {
        return request.getMethod();
    }

    @Override
    public String path() {
        String info = request.getPathInfo();
        return info == null ? request.getServletPath() : request.getServletPath() + info;
    }

    /** Parsed from the query alone: the container's method would read the body of a form, and block. */
    @Override
    public Map<String, String> parameters() {
        Map<String, String> parsed = parameters;
        if (parsed == null) {
            parsed = Collections.unmodifiableMap(parse(request.getQueryString()));
            parameters = parsed;
        }
        return parsed;
    }

    @Override
    public @Nullable String header(String name) {
        return request.getHeader(name);
    }

    @Override
    public List<X509Certificate> clientCertificates() {
        return request.getAttribute(CLIENT_CERTIFICATES) instanceof X509Certificate[] certificates
                ? List.of(certificates)
                : List.of();
    }

    @Override
    public CompletionStage<byte[]> body() {
        CompletableFuture<byte[]> mine = new CompletableFuture<>();
        CompletableFuture<byte[]> asked = body.compareAndExchange(null, mine);
        if (asked != null) {
            return asked;
        }
        if (over) {
            mine.completeExceptionally(noLongerWanted());
        } else {
            read(mine);
        }
        return mine;
    }

    @Override
    public RequestBody streamedBody() {
        IllegalStateException asked = new IllegalStateException("the body of the request is streamed to a partner");
        if (!body.compareAndSet(null, CompletableFuture.failedFuture(asked))) {
            throw new IllegalStateException("streamedBody() after body() or streamedBody(): a body is read once");
        }
        String given = request.getContentType();
        String type = given == null ? UNKNOWN_TYPE : given;
        try {
            return mayHaveBody()
                    ? RequestBody.stream(type, request.getContentLengthLong(), publisher())
                    : RequestBody.of(type, new byte[0]);
        } catch (IllegalArgumentException x) {
            throw ProblemException.badRequest("the field Content-Type has a value that cannot be sent on");
        }
    }

    private BodyPublisher publisher() {
        try {
            BodyPublisher made = new BodyPublisher(request.getInputStream());
            streamed = made;
            if (over) {
                made.over();
            }
            return made;
        } catch (IOException x) {
            throw brokenOff(x);
        }
    }

    /**
     * Returns whether a body may follow, for which the request must be suspended. Over HTTP/2 a body need not be announced;
     * a GET or HEAD without an announced length counts as one without a body.
     */
    boolean mayHaveBody() {
        long length = request.getContentLengthLong();
        if (length >= 0) {
            return length > 0;
        }
        return request.getProtocol().startsWith("HTTP/1.")
                ? request.getHeader("Transfer-Encoding") != null
                : !WITHOUT_BODY.contains(request.getMethod());
    }

    /** Returns whether a body that is streamed has broken off: the container may have ended the request then. */
    boolean brokenOff() {
        BodyPublisher publisher = streamed;
        return publisher != null && publisher.brokenOff();
    }

    /** Ends the wait for the body, which is not needed any more. */
    void over() {
        over = true;
        BodyPublisher publisher = streamed;
        if (publisher != null) {
            publisher.over();
        }
        CompletableFuture<byte[]> asked = body.get();
        if (asked != null && !asked.isDone()) {
            asked.completeExceptionally(noLongerWanted());
        }
    }

    private void read(CompletableFuture<byte[]> whole) {
        if (!mayHaveBody()) {
            whole.complete(new byte[0]);
            return;
        }
        if (request.getContentLengthLong() > maxBody) {
            whole.completeExceptionally(tooLarge());
            return;
        }
        try {
            new BodyReader(request.getInputStream(), maxBody, this::tooLarge, whole).start();
        } catch (IOException | IllegalStateException x) {
            whole.completeExceptionally(brokenOff(x));
        }
    }

    /** The problem of a body that broke off: a failure of the client, and not of the mashup. */
    static ProblemException brokenOff(Throwable failure) {
        LOG.debug("the body of a request did not arrive whole", failure);
        return ProblemException.badRequest("the body did not arrive whole");
    }

    static ProblemException noLongerWanted() {
        return ProblemException.badRequest("the mashup was over before the body had arrived");
    }

    private ProblemException tooLarge() {
        return new ProblemException(Status.CONTENT_TOO_LARGE, "the body is larger than " + maxBody + " bytes");
    }

    private static Map<String, String> parse(@Nullable String query) {
        Map<String, String> parsed = new LinkedHashMap<>();
        if (query == null) {
            return parsed;
        }
        int from = 0;
        while (from <= query.length()) {
            int end = query.indexOf('&', from);
            if (end < 0) {
                end = query.length();
            }
            if (end > from) {
                int equals = query.indexOf('=', from);
                boolean named = equals >= 0 && equals < end;
                String name = decode(query.substring(from, named ? equals : end));
                parsed.putIfAbsent(name, named ? decode(query.substring(equals + 1, end)) : "");
            }
            from = end + 1;
        }
        return parsed;
    }

    private static String decode(String text) {
        if (text.indexOf('%') < 0 && text.indexOf('+') < 0) {
            return text;
        }
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException x) {
            throw ProblemException.badRequest("the query has a % that is not followed by two hexadecimal digits");
        }
    }
}
