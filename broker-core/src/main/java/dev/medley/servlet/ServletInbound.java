package dev.medley.servlet;

import dev.medley.mashup.Inbound;
import dev.medley.mashup.ProblemException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The container's request as an {@link Inbound}. */
final class ServletInbound implements Inbound {

    private static final Logger LOG = LoggerFactory.getLogger(ServletInbound.class);
    private static final int CONTENT_TOO_LARGE = 413;

    private final HttpServletRequest request;
    private final int maxBody;
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

    /** From the query alone: the container's own would read the body of a form, and block. */
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
    public CompletionStage<byte[]> body() {
        if (request.getContentLengthLong() > maxBody) {
            return CompletableFuture.failedStage(tooLarge());
        }
        try {
            if (request.isAsyncStarted()) {
                BodyReader reader = new BodyReader(request.getInputStream(), maxBody, this::tooLarge);
                return reader.start();
            }
            byte[] body = request.getInputStream().readNBytes(maxBody + 1);
            return body.length > maxBody
                    ? CompletableFuture.failedStage(tooLarge())
                    : CompletableFuture.completedStage(body);
        } catch (IOException x) {
            return CompletableFuture.failedStage(brokenOff(x));
        }
    }

    /** The client's fault or leaving, and not a failure of the mashup. */
    static ProblemException brokenOff(Throwable failure) {
        LOG.debug("the body of a request did not arrive whole", failure);
        return ProblemException.badRequest("the body did not arrive whole");
    }

    private ProblemException tooLarge() {
        return new ProblemException(CONTENT_TOO_LARGE, "the body is larger than " + maxBody + " bytes");
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
