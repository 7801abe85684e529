package dev.medley.server.internal.http;

import dev.medley.config.PlainReply;
import dev.medley.mashup.Problem;
import dev.medley.mashup.Reply;
import dev.medley.servlet.internal.inbound.RefusedBy;
import java.nio.ByteBuffer;
import java.util.function.IntSupplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpScheme;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Replies to the requests of the connector of plain HTTP, and passes the others on. */
public final class PlainHandler extends Handler.Wrapper {

    private final Connector plain;
    private final PlainReply reply;
    private final IntSupplier securePort;

    /**
     * Creates a handler.
     *
     * @param plain the connector of plain HTTP
     * @param reply to its requests
     * @param securePort the port of https, as clients see it
     * @param handler of all other requests
     */
    public PlainHandler(Connector plain, PlainReply reply, IntSupplier securePort, Handler handler) {
        super(handler);
        this.plain = plain;
        this.reply = reply;
        this.securePort = securePort;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (request.getConnectionMetaData().getConnector() != plain) {
            return super.handle(request, response, callback);
        }
        if (reply == PlainReply.REDIRECT) {
            HttpURI secure = HttpURI.build(request.getHttpURI())
                    .scheme(HttpScheme.HTTPS)
                    .host(Request.getServerName(request))
                    .port(securePort.getAsInt());
            response.setStatus(HttpStatus.PERMANENT_REDIRECT_308);
            response.getHeaders().put(HttpHeader.LOCATION, secure.asImmutable().toString());
            response.write(true, null, callback);
        } else {
            request.setAttribute(RefusedBy.ATTRIBUTE, RefusedBy.PLAIN);
            Reply refusal = Problem.of(HttpStatus.FORBIDDEN_403, "plain HTTP is not accepted; expected https")
                    .toReply();
            response.setStatus(refusal.status());
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, refusal.type());
            response.write(true, ByteBuffer.wrap(refusal.body()), callback);
        }
        return true;
    }
}
