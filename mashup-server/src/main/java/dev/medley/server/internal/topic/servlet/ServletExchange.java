package dev.medley.server.internal.topic.servlet;

import dev.medley.connection.Header;
import dev.medley.mashup.Reply;
import dev.medley.mashup.Status;
import dev.medley.server.internal.topic.exchange.TopicExchange;
import dev.medley.servlet.internal.inbound.TopicUse;
import dev.medley.servlet.internal.reply.BrokenOff;
import dev.medley.thread.internal.SerialWork;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** An exchange of a servlet container. The request is suspended from its creation to its end. */
final class ServletExchange implements TopicExchange, AsyncListener, WriteListener {

    /** Of the Servlet specification, section 3.10. */
    private static final String CERTIFICATES = "jakarta.servlet.request.X509Certificate";

    private final HttpServletRequest request;
    private final HttpServletResponse response;
    private final String path;
    private final HttpFields fields;
    private final ServletBody body;
    private final ServletOutputStream out;
    private final AsyncContext suspended;
    private final TopicUse use = new TopicUse();
    private final SerialWork calls = new SerialWork();
    private final AtomicReference<@Nullable Piece> piece = new AtomicReference<>();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final AtomicReference<@Nullable Consumer<Throwable>> failureListener = new AtomicReference<>();
    private final AtomicBoolean listening = new AtomicBoolean();
    private final AtomicBoolean ended = new AtomicBoolean();

    /** A piece of the reply that is being written; for the thread that works. */
    private static final class Piece {

        private final ByteBuffer bytes;
        private final Callback written;
        private boolean flushed;

        Piece(ByteBuffer bytes, Callback written) {
            this.bytes = bytes;
            this.written = written;
        }
    }

    ServletExchange(HttpServletRequest request, HttpServletResponse response) throws IOException {
        this.request = request;
        this.response = response;
        String below = request.getPathInfo();
        path = request.getServletPath() + (below == null ? "" : below);
        HttpFields.Mutable all = HttpFields.build();
        for (String name : Collections.list(request.getHeaderNames())) {
            Collections.list(request.getHeaders(name)).forEach(value -> all.add(name, value));
        }
        fields = all.asImmutable();
        suspended = request.startAsync(request, response);
        // Topics have time-outs of their own.
        suspended.setTimeout(0);
        suspended.addListener(this);
        body = new ServletBody(request.getInputStream());
        out = response.getOutputStream();
    }

    @Override
    public String method() {
        return request.getMethod();
    }

    @Override
    public String path() {
        return path;
    }

    @Override
    public @Nullable String query() {
        return request.getQueryString();
    }

    @Override
    public HttpFields fields() {
        return fields;
    }

    @Override
    public @Nullable String authority() {
        return fields.get("Host");
    }

    @Override
    public String scheme() {
        return request.getScheme();
    }

    @Override
    public String protocol() {
        return request.getProtocol();
    }

    @Override
    public String remoteAddress() {
        return request.getRemoteAddr();
    }

    @Override
    public List<X509Certificate> certificates() {
        return request.getAttribute(CERTIFICATES) instanceof X509Certificate[] shown ? List.of(shown) : List.of();
    }

    @Override
    public @Nullable String cookie(String name) {
        Cookie[] cookies = request.getCookies();
        if (cookies != null) {
            for (Cookie each : cookies) {
                if (each.getName().equals(name)) {
                    return each.getValue();
                }
            }
        }
        return null;
    }

    @Override
    public void attribute(String name, Object value) {
        request.setAttribute(name, value);
    }

    @Override
    public TopicUse use() {
        return use;
    }

    @Override
    public void replyField(String name, String value) {
        response.setHeader(name, value);
    }

    @Override
    public Content.Source body() {
        return body;
    }

    @Override
    public void reply(Reply reply) {
        response.setStatus(reply.status());
        response.setContentType(reply.type());
        response.setContentLength(reply.body().length);
        for (Header header : reply.headers()) {
            response.addHeader(header.name(), header.value());
        }
        write(true, ByteBuffer.wrap(reply.body()), Callback.from(() -> end(null), this::end));
    }

    /** The container has no time-out for a suspended request, and knows the others only. */
    @Override
    public void lasts(boolean isSession) {
        suspended.setTimeout(0);
    }

    @Override
    public void onFailure(Consumer<Throwable> listener) {
        failureListener.set(listener);
        Throwable before = failure.get();
        if (before != null && failureListener.compareAndSet(listener, null)) {
            listener.accept(before);
        }
    }

    @Override
    public void begin(String type) {
        response.setStatus(Status.OK);
        response.setContentType(type);
    }

    // ---- Writes. ----------------------------------------------------------------------------------------------------

    @Override
    public void write(boolean last, ByteBuffer bytes, Callback written) {
        piece.set(new Piece(bytes, written));
        if (listening.compareAndSet(false, true)) {
            try {
                out.setWriteListener(this);
            } catch (IllegalStateException x) {
                // The container has ended the request.
                failed(x);
            }
        }
        called();
    }

    @Override
    public void onWritePossible() {
        called();
    }

    private void called() {
        if (calls.begins()) {
            do {
                try {
                    work();
                } catch (IOException | RuntimeException x) {
                    failed(x);
                }
            } while (calls.goesOn());
        }
    }

    private void work() throws IOException {
        Piece current = piece.get();
        Throwable broken = failure.get();
        if (current != null && broken != null) {
            if (piece.compareAndSet(current, null)) {
                current.written.failed(broken);
            }
            return;
        }
        while (current != null && !ended.get() && out.isReady()) {
            ByteBuffer bytes = current.bytes;
            if (bytes.hasRemaining()) {
                int length = bytes.remaining();
                int from = bytes.arrayOffset() + bytes.position();
                bytes.position(bytes.limit());
                out.write(bytes.array(), from, length);
            } else if (!current.flushed) {
                current.flushed = true;
                out.flush();
            } else if (piece.compareAndSet(current, null)) {
                current.written.succeeded();
                current = piece.get();
            }
        }
    }

    // ---- The end. ---------------------------------------------------------------------------------------------------

    @Override
    public void end(@Nullable Throwable why) {
        if (ended.compareAndSet(false, true)) {
            if (why instanceof TimeoutException) {
                // The client takes nothing, and would not take the end of a reply.
                BrokenOff.breakOff(suspended);
            } else {
                BrokenOff.complete(suspended);
            }
        }
    }

    /** The client has left, or the container has ended the request. */
    private void failed(Throwable why) {
        failure.compareAndSet(null, why);
        called();
        Consumer<Throwable> listener = failureListener.getAndSet(null);
        if (listener != null) {
            listener.accept(why);
        }
    }

    @Override
    public void onError(Throwable why) {
        failed(why);
    }

    @Override
    public void onError(AsyncEvent event) {
        Throwable why = event.getThrowable();
        failed(why == null ? new EOFException("the client has left") : why);
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        failed(new TimeoutException("the container has ended the request"));
    }

    @Override
    public void onComplete(AsyncEvent event) {
        if (ended.compareAndSet(false, true)) {
            failed(new EOFException("the container has ended the request"));
        }
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
        // A filter begins another one; this one stays what it is.
    }
}
