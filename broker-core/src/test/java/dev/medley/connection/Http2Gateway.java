package dev.medley.connection;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.api.server.ServerSessionListener;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.http2.server.RawHTTP2ServerConnectionFactory;
import org.eclipse.jetty.io.RateControl;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * Speaks HTTP/2 in the clear in front of a partner that a test plays by the text of HTTP/1.1: each stream is a connection to
 * it, which later streams use again. Its end before that of the response is a reset of the stream, and a reset of the stream
 * closes it.
 */
final class Http2Gateway implements AutoCloseable {

    private static final int WINDOW = 65_535;
    private static final int MANY_STREAMS = 100_000;
    private static final int MAX_HEAD = 64 * 1024;

    private final int partnerPort;
    private final Server server;
    private final ServerConnector port;
    private final Deque<Socket> idle = new ConcurrentLinkedDeque<>();
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

    private Http2Gateway(int partnerPort) {
        this.partnerPort = partnerPort;
        QueuedThreadPool threads = new QueuedThreadPool(16);
        threads.setName("gateway");
        server = new Server(threads);
        HttpConfiguration http = new HttpConfiguration();
        http.setRequestHeaderSize(MAX_HEAD);
        http.setResponseHeaderSize(MAX_HEAD);
        RawHTTP2ServerConnectionFactory frames = new RawHTTP2ServerConnectionFactory(http, new Sessions());
        frames.setRateControlFactory(new RateControl.Factory() {});
        frames.setMaxConcurrentStreams(MANY_STREAMS);
        frames.setInitialStreamRecvWindow(WINDOW);
        frames.setInitialSessionRecvWindow(WINDOW);
        port = new ServerConnector(server, 1, 1, frames);
        port.setHost("127.0.0.1");
        server.addConnector(port);
    }

    /** Starts one in front of the partner on this port. */
    static Http2Gateway to(int partnerPort) {
        Http2Gateway gateway = new Http2Gateway(partnerPort);
        try {
            gateway.server.start();
        } catch (Exception x) {
            throw new IllegalStateException("the gateway does not start", x);
        }
        return gateway;
    }

    String url() {
        return "http://127.0.0.1:" + port.getLocalPort();
    }

    /** A connection to the partner: the one that became idle last, or a new one. */
    Socket connect() throws IOException {
        for (Socket last = idle.pollFirst(); last != null; last = idle.pollFirst()) {
            if (isOpen(last)) {
                return last;
            }
            close(last);
        }
        Socket made = new Socket(InetAddress.getLoopbackAddress(), partnerPort);
        made.setTcpNoDelay(true);
        sockets.add(made);
        return made;
    }

    private static boolean isOpen(Socket socket) {
        try {
            socket.setSoTimeout(1);
            return socket.getInputStream().read() >= 0;
        } catch (SocketTimeoutException silent) {
            return restored(socket);
        } catch (IOException closed) {
            return false;
        }
    }

    private static boolean restored(Socket socket) {
        try {
            socket.setSoTimeout(0);
            return true;
        } catch (IOException closed) {
            return false;
        }
    }

    void release(Socket socket) {
        idle.addFirst(socket);
    }

    void close(Socket socket) {
        sockets.remove(socket);
        try {
            socket.close();
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    @Override
    public void close() {
        sockets.forEach(this::close);
        try {
            server.stop();
        } catch (Exception x) {
            throw new IllegalStateException("the gateway does not stop", x);
        }
    }

    private final class Sessions implements ServerSessionListener {

        @Override
        public Stream.Listener onNewStream(Stream stream, HeadersFrame frame) {
            GatewayStream carried = new GatewayStream(Http2Gateway.this, stream, frame);
            carried.begin();
            return carried;
        }
    }
}
