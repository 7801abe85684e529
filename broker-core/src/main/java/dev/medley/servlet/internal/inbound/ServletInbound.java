package dev.medley.servlet.internal.inbound;

import dev.medley.account.internal.BodyBuffer;
import dev.medley.account.internal.ClientAccount;
import dev.medley.connection.RequestBody;
import dev.medley.exchange.internal.dispatch.BrokerStage;
import dev.medley.mashup.Inbound;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Status;
import dev.medley.servlet.internal.routing.MashupDescription;
import dev.medley.servlet.internal.routing.PathMatch;
import dev.medley.thread.internal.ExecutionTarget;
import dev.medley.thread.internal.QuiescenceTracker;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.security.Principal;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The container's request as an {@link Inbound}. Its body is read without blocking, in every execution mode. */
public final class ServletInbound implements Inbound {

    private static final Logger LOG = LoggerFactory.getLogger(ServletInbound.class);
    private static final String COOKIE = "Cookie";
    private static final String UNKNOWN_TYPE = "application/octet-stream";
    private static final Set<String> WITHOUT_BODY = Set.of("GET", "HEAD");

    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    /** Of the Servlet specification, section 3.10. */
    private static final String CLIENT_CERTIFICATES = "jakarta.servlet.request.X509Certificate";

    private final HttpServletRequest request;
    private final ExecutionTarget executionTarget;
    private final int maxBody;
    private final Executor pool;
    private final ClientAccount account;
    private final Runnable bodyBrokenOff;
    private final String method;
    private final String path;
    private final @Nullable String query;
    /** Null if there are templates, and none matches. */
    private final @Nullable PathMatch match;
    /** The body, once it has been asked for. */
    private final AtomicReference<@Nullable CompletableFuture<byte[]>> body = new AtomicReference<>();

    /** The bytes of a body that is read whole. */
    private volatile @Nullable BodyBuffer held;

    /** The body, if it is streamed. */
    private volatile @Nullable BodyPublisher streamed;

    /** Held while the reading of the body begins, and while {@link #over} is set. */
    private final ReentrantLock reading = new ReentrantLock();

    /** True before the container may use the request for another one. */
    private volatile boolean over;

    private volatile @Nullable Map<String, String> parameters;

    /** Creates the inbound request of a servlet's request. */
    public ServletInbound(
            HttpServletRequest request,
            MashupDescription mashup,
            ExecutionTarget executionTarget,
            int maxBody,
            Executor pool,
            ClientAccount account,
            Runnable bodyBrokenOff) {
        this.account = account;
        this.executionTarget = executionTarget;
        this.pool = pool;
        this.bodyBrokenOff = bodyBrokenOff;
        this.request = request;
        this.maxBody = maxBody;
        method = request.getMethod();
        String info = request.getPathInfo();
        path = info == null ? request.getServletPath() : request.getServletPath() + info;
        query = request.getQueryString();
        match = mashup.match(path);
        request.setAttribute(RequestSummary.TAKEN, true);
    }

    /** The match of the path, or null if there are templates, and none matches. */
    @Nullable
    public PathMatch match() {
        return match;
    }

    /** The client has left before there is a reply: for who asks the container's request. */
    public void markClientGone() {
        request.setAttribute(RequestSummary.CLIENT_GONE, true);
    }

    @Override
    public String method() {
        return method;
    }

    @Override
    public String path() {
        return path;
    }

    @Override
    public @Nullable String template() {
        return match == null ? null : match.template();
    }

    @Override
    public String path(String name) {
        if (match == null) {
            throw new IllegalStateException("the path " + path + " matches no template");
        }
        return match.value(name);
    }

    @Override
    public @Nullable String query() {
        return query;
    }

    /** Parsed from the query alone: the container's method would read the body of a form, and block. */
    @Override
    public Map<String, String> parameters() {
        Map<String, String> parsed = parameters;
        if (parsed == null) {
            parsed = Inbound.super.parameters();
            parameters = parsed;
        }
        return parsed;
    }

    @Override
    public @Nullable String header(String name) {
        if (COOKIE.equalsIgnoreCase(name)) {
            List<String> cookies = headers(name);
            return cookies.isEmpty() ? null : cookies.get(0);
        }
        return read("the field " + name, () -> request.getHeader(name));
    }

    @Override
    public List<String> headers(String name) {
        return read("the field " + name, () -> values(name));
    }

    /** Cookies may come in several fields over HTTP/2, and are one field to all others (RFC 9113, section 8.2.3). */
    private List<String> values(String name) {
        List<String> values = Collections.list(request.getHeaders(name));
        return values.size() > 1 && COOKIE.equalsIgnoreCase(name)
                ? List.of(String.join("; ", values))
                : List.copyOf(values);
    }

    @Override
    public Map<String, List<String>> headers() {
        return read("the fields", () -> {
            Map<String, List<String>> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            for (String name : Collections.list(request.getHeaderNames())) {
                fields.putIfAbsent(name, values(name));
            }
            return Collections.unmodifiableMap(fields);
        });
    }

    @Override
    public @Nullable String contentType() {
        return read("the media type", this::givenType);
    }

    /** Jetty refuses a charset that the JVM does not have. */
    private @Nullable String givenType() {
        try {
            return request.getContentType();
        } catch (IllegalCharsetNameException | UnsupportedCharsetException x) {
            LOG.debug("the media type of a request has no charset of this JVM", x);
            return request.getHeader("Content-Type");
        }
    }

    @Override
    public Map<String, String> cookies() {
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
    public @Nullable Object attribute(String name) {
        return read("the attribute " + name, () -> request.getAttribute(name));
    }

    @Override
    public @Nullable Principal principal() {
        return read("the principal", request::getUserPrincipal);
    }

    @Override
    public @Nullable String remoteAddress() {
        return read("the address", request::getRemoteAddr);
    }

    @Override
    public List<X509Certificate> clientCertificates() {
        return attribute(CLIENT_CERTIFICATES) instanceof X509Certificate[] certificates
                ? List.of(certificates)
                : List.of();
    }

    @Override
    public String protocol() {
        return read("the protocol", request::getProtocol);
    }

    @Override
    public String contextPath() {
        return read("the context path", request::getContextPath);
    }

    @Override
    public String scheme() {
        return read("the scheme", request::getScheme);
    }

    /** Not that of the field: HTTP/2 has another one, and a trusted proxy may have told it. */
    @Override
    public String host() {
        return read("the host", () -> {
            int port = request.getServerPort();
            String name = request.getServerName();
            return port <= 0 || port == (request.getScheme().equals("https") ? HTTPS_PORT : HTTP_PORT)
                    ? name
                    : name + ":" + port;
        });
    }

    /**
     * Reads from the container's request. {@link #over()} comes before the container uses that for another one: if it came
     * meanwhile, on another thread, what was read may be of the other one, and is dropped. There is no lock, as a filter's
     * request may block here, and the deadline must not wait for it.
     */
    private <T extends @Nullable Object> T read(String what, Supplier<T> reading) {
        refuseIfOver(what);
        T value;
        try {
            value = reading.get();
        } catch (RuntimeException x) {
            refuseIfOver(what);
            throw x;
        }
        refuseIfOver(what);
        return value;
    }

    private void refuseIfOver(String what) {
        if (over) {
            throw new IllegalStateException(
                    "the mashup is over: " + what + " cannot be read any more; read it in compose, and keep the value");
        }
    }

    @Override
    public CompletionStage<byte[]> body() {
        CompletableFuture<byte[]> mine = new BrokerStage<>(pool);
        CompletableFuture<byte[]> asked = body.compareAndExchange(null, mine);
        if (asked != null) {
            return asked;
        }
        read(mine);
        return mine;
    }

    @Override
    public RequestBody streamedBody() {
        IllegalStateException asked = new IllegalStateException("the body of the request is streamed to a partner");
        if (!body.compareAndSet(null, CompletableFuture.failedFuture(asked))) {
            throw new IllegalStateException(
                    "streamedBody() after body() or streamedBody(): a body can be read only once");
        }
        return read("the body", () -> {
            String given = givenType();
            String type = given == null ? UNKNOWN_TYPE : given;
            return mayHaveBody()
                    ? RequestBody.stream(type, contentEncoding(), request.getContentLengthLong(), publisher())
                    : RequestBody.of(type, new byte[0]);
        });
    }

    private BodyPublisher publisher() {
        try {
            BodyPublisher made = new BodyPublisher(unread(request.getInputStream()), bodyBrokenOff, account);
            streamed = made;
            return made;
        } catch (IOException x) {
            throw brokenOff(x);
        } catch (RuntimeException x) {
            throw unreadable(x);
        }
    }

    /**
     * Returns whether a body may follow, for which the request must be suspended. Over HTTP/2 a body need not be announced;
     * a GET or HEAD without an announced length counts as one without a body.
     */
    public boolean mayHaveBody() {
        long length = request.getContentLengthLong();
        if (length >= 0) {
            return length > 0;
        }
        return request.getProtocol().startsWith("HTTP/1.")
                ? request.getHeader("Transfer-Encoding") != null
                : !WITHOUT_BODY.contains(method);
    }

    /** Returns whether a body that is streamed has broken off: the container may have ended the request then. */
    public boolean brokenOff() {
        BodyPublisher publisher = streamed;
        return publisher != null && publisher.brokenOff();
    }

    /** Ends the wait for the body, which is not needed any more. */
    public void over() {
        reading.lock();
        try {
            over = true;
        } finally {
            reading.unlock();
        }
        BodyPublisher publisher = streamed;
        if (publisher != null) {
            publisher.over();
        }
        CompletableFuture<byte[]> asked = body.get();
        if (asked != null && !asked.isDone()) {
            asked.completeExceptionally(noLongerWanted());
        }
    }

    /** Gives the bytes of the body back to the account, because the request has ended. After {@link #over()}. */
    public void release() {
        BodyBuffer bytes = held;
        if (bytes != null) {
            bytes.release();
        }
        BodyPublisher publisher = streamed;
        if (publisher != null) {
            publisher.release();
        }
    }

    private void read(CompletableFuture<byte[]> whole) {
        if (over) {
            whole.completeExceptionally(noLongerWanted());
            return;
        }
        if (!mayHaveBody()) {
            whole.complete(new byte[0]);
            return;
        }
        if (request.getContentLengthLong() > maxBody) {
            whole.completeExceptionally(tooLarge());
            return;
        }
        try {
            long announced = request.getContentLengthLong();
            BodyBuffer bytes = new BodyBuffer(maxBody, announced, account);
            held = bytes;
            start(new BodyReader(
                    request.getInputStream(),
                    announced > 0,
                    bytes,
                    this::tooLarge,
                    this::noCapacity,
                    bodyBrokenOff,
                    whole,
                    executionTarget,
                    QuiescenceTracker.of(pool)));
        } catch (IOException x) {
            whole.completeExceptionally(brokenOff(x));
        } catch (RuntimeException x) {
            whole.completeExceptionally(over ? noLongerWanted() : unreadable(x));
        }
    }

    /** Begins to read, unless it is over: then the container may use the stream for another request. */
    private void start(BodyReader reader) {
        reading.lock();
        try {
            if (!over) {
                reader.start();
            }
        } finally {
            reading.unlock();
        }
    }

    /** Refuses a stream from which bytes were expected, and which has ended. */
    private ServletInputStream unread(ServletInputStream in) {
        if (request.getContentLengthLong() > 0 && in.isFinished()) {
            throw UnreadableBodyException.readBefore();
        }
        return in;
    }

    /** The failure of a body that the container, or the wrapper of a filter, does not let a mashup read. */
    static UnreadableBodyException unreadable(RuntimeException failure) {
        return failure instanceof UnreadableBodyException known
                ? known
                : new UnreadableBodyException(
                        "the body of the request cannot be read; expected that no filter has taken its reader, and that the"
                                + " stream of a filter's wrapper has setReadListener",
                        failure);
    }

    /** The problem of a body that broke off: a failure of the client, and not of the mashup. */
    public static ProblemException brokenOff(Throwable failure) {
        LOG.debug("the body of a request did not arrive whole", failure);
        return ProblemException.badRequest("the body did not arrive whole");
    }

    static ProblemException noLongerWanted() {
        return ProblemException.badRequest("the mashup was over before the body had arrived");
    }

    private ProblemException noCapacity() {
        return new ProblemException(
                Status.SERVICE_UNAVAILABLE,
                "the server has reached its limit of held bytes: max-held-bytes is " + account.limit());
    }

    private ProblemException tooLarge() {
        return new ProblemException(Status.CONTENT_TOO_LARGE, "the body is larger than " + maxBody + " bytes");
    }
}
