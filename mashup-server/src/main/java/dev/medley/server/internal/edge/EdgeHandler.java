package dev.medley.server.internal.edge;

import dev.medley.config.ServerSettings;
import dev.medley.mashup.Problem;
import dev.medley.mashup.Reply;
import dev.medley.servlet.internal.inbound.RefusedBy;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Applies the rules of the edge: refuses addresses, answers preflights, and adds its fields to each reply at the last moment, whatever has made or
 * reset it. Thread-safe.
 */
public final class EdgeHandler extends Handler.Wrapper {

    private volatile EdgeRules rules;

    /** Creates a handler before {@code handler}. */
    public EdgeHandler(ServerSettings settings, Handler handler) {
        super(handler);
        rules = EdgeRules.of(settings.edge());
    }

    /** Applies other rules to the requests that arrive from now on. */
    public void apply(ServerSettings settings) {
        rules = EdgeRules.of(settings.edge());
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        EdgeRules current = rules;
        if (current.areNone()) {
            return super.handle(request, response, callback);
        }
        HttpFields fields = request.getHeaders();
        CrossOrigin crossOrigin = current.crossOrigin();
        boolean preflight = crossOrigin != null && CrossOrigin.isPreflight(request.getMethod(), fields);
        if (current.addFields()) {
            request.addHttpStreamWrapper(stream -> new EdgeStream(stream, current, fields, preflight));
        }
        ClientAddresses addresses = current.addresses();
        if (addresses != null
                && !addresses.allows(request.getConnectionMetaData().getRemoteSocketAddress())) {
            refuse("requests of this address are not answered", RefusedBy.ADDRESS, request, response, callback);
            return true;
        }
        if (crossOrigin != null && preflight) {
            if (crossOrigin.allows(fields)) {
                response.setStatus(HttpStatus.NO_CONTENT_204);
                response.write(true, null, callback);
            } else {
                refuse("pages of this origin may not send requests", RefusedBy.ORIGIN, request, response, callback);
            }
            return true;
        }
        return super.handle(request, response, callback);
    }

    /** Adds the fields of the edge to a reply to a request that has not passed it, such as a malformed one; again without effect. */
    public void addTo(Response response, Request request) {
        rules.addTo(response.getHeaders(), request.getHeaders(), false);
    }

    private static void refuse(String detail, RefusedBy by, Request request, Response response, Callback callback) {
        request.setAttribute(RefusedBy.ATTRIBUTE, by);
        Reply refusal = Problem.of(HttpStatus.FORBIDDEN_403, detail).toReply();
        response.setStatus(refusal.status());
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, refusal.type());
        response.write(true, ByteBuffer.wrap(refusal.body()), callback);
    }

    /** Adds the fields when the head of the reply is prepared. Jetty prepares that of an error anew, and interim ones never. */
    private static final class EdgeStream extends HttpStream.Wrapper {

        private final EdgeRules rules;
        private final HttpFields request;
        private final boolean preflight;

        EdgeStream(HttpStream wrapped, EdgeRules rules, HttpFields request, boolean preflight) {
            super(wrapped);
            this.rules = rules;
            this.request = request;
            this.preflight = preflight;
        }

        @Override
        public void prepareResponse(HttpFields.Mutable headers) {
            rules.addTo(headers, request, preflight);
            super.prepareResponse(headers);
        }
    }
}
