package dev.medley.stubs;

import dev.medley.stubs.internal.endpoint.Body;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/** A request that {@link PartnerStubs} received, up to the end of its body. Immutable. */
public final class RecordedRequest {

    /** The bytes of a body that are kept; the rest is counted. */
    static final int MAX_BODY = 64 * 1024;

    private final String method;
    private final String path;
    private final @Nullable String query;
    private final HttpFields fields;
    private final Body body;
    private final String canonicalPath;

    RecordedRequest(Request request, Body body) {
        this.method = request.getMethod();
        this.path = String.valueOf(request.getHttpURI().getPath());
        this.query = request.getHttpURI().getQuery();
        this.fields = request.getHeaders().asImmutable();
        this.body = body;
        this.canonicalPath = StubHandler.path(request);
    }

    /** Returns the method, in capitals. */
    public String method() {
        return method;
    }

    /** Returns the path as it was sent, without the query. */
    public String path() {
        return path;
    }

    /** Returns the query as it was sent; null if there was none. */
    public @Nullable String query() {
        return query;
    }

    /** Returns the first value of a parameter of the query, decoded; null if there is none. */
    public @Nullable String parameter(String name) {
        List<String> values = QueryParameters.of(query).get(name);
        return values == null ? null : values.get(0);
    }

    /** Returns the first value of a header field, of any case; null if there is none. */
    public @Nullable String header(String name) {
        return fields.get(name);
    }

    /** Returns the values of each header field; the names are looked up in any case. */
    public Map<String, List<String>> headers() {
        Map<String, List<String>> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (HttpField field : fields) {
            values.computeIfAbsent(field.getName(), fields::getValuesList);
        }
        return Collections.unmodifiableMap(values);
    }

    /** Returns the first 64 KiB of the body, as UTF-8. Built-in endpoints read no body of {@code GET}. */
    public String body() {
        return StandardCharsets.UTF_8.decode(body.start()).toString();
    }

    /** Returns the first 64 KiB of the body. */
    public byte[] bytes() {
        ByteBuffer start = body.start();
        byte[] bytes = new byte[start.remaining()];
        start.get(bytes);
        return bytes;
    }

    /** Returns the bytes that the body had. */
    public long bodyLength() {
        return body.length();
    }

    boolean isFor(AnswerTarget target) {
        return target.isFor(method) && target.matches(canonicalPath, QueryParameters.of(query));
    }

    /** Returns the bytes that this object keeps in memory, about. */
    int footprint() {
        int text = path.length() + (query == null ? 0 : query.length());
        for (HttpField field : fields) {
            text += field.getName().length() + String.valueOf(field.getValue()).length();
        }
        return text + body.start().remaining();
    }

    @Override
    public String toString() {
        return method + " " + path + (query == null ? "" : "?" + query);
    }
}
