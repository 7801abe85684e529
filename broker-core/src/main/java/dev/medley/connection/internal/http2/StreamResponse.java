package dev.medley.connection.internal.http2;

import dev.medley.connection.internal.jetty.JettyHead;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.jspecify.annotations.Nullable;

/**
 * The response of a stream so far, and its faults beyond those that Jetty finds. Transfers extend it rather than having one,
 * as there are tens of thousands of them.
 */
abstract class StreamResponse extends StreamTasks {

    private static final int MAX_INTERIM_RESPONSES = 16;

    /** True once status and header fields have arrived; written by the thread that reads. */
    private volatile boolean head;

    private int interimResponses;
    private int status;
    private long announced = -1;
    private long received;

    /** Returns the method of the request. */
    abstract String method();

    final boolean hasHead() {
        return head;
    }

    /** Returns the point that the response has reached, for messages. */
    final String reached(String before) {
        return head ? "before the response was complete" : before;
    }

    /** Returns the fault of header or trailer fields, or null. Called before Jetty handles the frame. */
    final @Nullable String faultOf(HeadersFrame frame, int maxFields) {
        Throwable failure = MetaData.Failed.getFailure(frame.getMetaData());
        if (failure != null) {
            return "its header fields are malformed: " + failure.getMessage();
        }
        HttpFields fields = frame.getMetaData().getHttpFields();
        if (fields != null && fields.size() > maxFields) {
            return "it has more than %d header fields".formatted(maxFields);
        }
        if (frame.getMetaData() instanceof MetaData.Response response) {
            return head ? "header fields of a second response follow it" : MalformedResponse.of(response);
        }
        if (!head) {
            return "it has no :status";
        }
        return frame.isEndStream() ? null : "trailers that do not end it follow its body";
    }

    /** Records that the head has arrived, unless it is an interim one. */
    final void arrived(MetaData.Response response) {
        head |= !HttpStatus.isInterim(response.getStatus());
    }

    /** Returns the fault of an interim response, or null. */
    final @Nullable String interim(boolean last) {
        interimResponses++;
        if (interimResponses > MAX_INTERIM_RESPONSES) {
            return "more than %d interim responses came before it".formatted(MAX_INTERIM_RESPONSES);
        }
        return last ? "it ends with an interim response" : null;
    }

    /** Begins the response. */
    final JettyHead begin(MetaData.Response response) {
        status = response.getStatus();
        JettyHead fields = new JettyHead(status, response.getHttpFields());
        announced = fields.contentLength();
        return fields;
    }

    /** Adds a part of the body; returns its fault, or null. */
    final @Nullable String add(int bytes) {
        received += bytes;
        return bytes > 0 && hasNoBody() ? "it has a body, where none is allowed" : null;
    }

    /** Returns the fault of a body that has ended, or null. */
    final @Nullable String lengthFault() {
        return announced < 0 || announced == received || hasNoBody()
                ? null
                : "it has %d bytes, and its Content-Length is %d".formatted(received, announced);
    }

    /** Returns whether a response is without a body, whatever its fields announce (RFC 9110, section 6.4.1). */
    private boolean hasNoBody() {
        return status == HttpStatus.NO_CONTENT_204 || status == HttpStatus.NOT_MODIFIED_304 || method().equals("HEAD");
    }
}
