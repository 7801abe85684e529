package dev.medley.servlet;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;

/** A partner that answers each request after a moment, in HTTP/1.1 or HTTP/2 in the clear, and keeps its header fields. */
final class RecordingPartner {

    private static final int DELAY_MILLIS = 20;
    private static final int STREAMS = 2_000;

    private final Collection<Received> received = new ConcurrentLinkedQueue<>();
    private final Server server = new Server();
    private final ServerConnector connector;

    /** A request: path with query, and fields. */
    record Received(String target, HttpFields fields) {

        List<String> values(String field) {
            return fields.getValuesList(field);
        }
    }

    RecordingPartner() throws Exception {
        HttpConfiguration configuration = new HttpConfiguration();
        HTTP2CServerConnectionFactory http2 = new HTTP2CServerConnectionFactory(configuration);
        http2.setMaxConcurrentStreams(STREAMS);
        connector = new ServerConnector(server, new HttpConnectionFactory(configuration), http2);
        connector.setHost("127.0.0.1");
        connector.setAcceptQueueSize(STREAMS);
        server.addConnector(connector);
        server.setHandler(new Recorder());
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + connector.getLocalPort();
    }

    List<Received> received() {
        return new ArrayList<>(received);
    }

    /** The only request so far. */
    Received only() {
        if (received.size() != 1) {
            throw new AssertionError("expected one request: " + received);
        }
        return received.iterator().next();
    }

    void close() throws Exception {
        server.stop();
    }

    private final class Recorder extends Handler.Abstract.NonBlocking {

        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            received.add(new Received(
                    request.getHttpURI().getPathQuery(),
                    HttpFields.build(request.getHeaders()).asImmutable()));
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
            server.getScheduler()
                    .schedule(
                            () -> server.getThreadPool()
                                    .execute(() ->
                                            response.write(true, ByteBuffer.wrap(new byte[] {'{', '}'}), callback)),
                            DELAY_MILLIS,
                            TimeUnit.MILLISECONDS);
            return true;
        }
    }
}
