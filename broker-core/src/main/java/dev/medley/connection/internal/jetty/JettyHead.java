package dev.medley.connection.internal.jetty;

import dev.medley.connection.Header;
import dev.medley.connection.ResponseHead;
import java.util.List;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.jspecify.annotations.Nullable;

/** A view of the status and the fields of a response, which are complete by now and no longer change. */
public final class JettyHead implements ResponseHead {

    private final int status;
    private final HttpFields fields;

    /** Creates a view. */
    public JettyHead(int status, HttpFields fields) {
        this.status = status;
        this.fields = fields;
    }

    @Override
    public int status() {
        return status;
    }

    @Override
    public @Nullable String header(String name) {
        return fields.get(name);
    }

    @Override
    public List<Header> headers() {
        return fields.stream()
                .map(field -> new Header(field.getName(), field.getValue() == null ? "" : field.getValue()))
                .toList();
    }

    @Override
    public long contentLength() {
        return fields.getLongField(HttpHeader.CONTENT_LENGTH);
    }

    @Override
    public String toString() {
        return "status " + status;
    }
}
