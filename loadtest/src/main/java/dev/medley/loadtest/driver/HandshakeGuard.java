package dev.medley.loadtest.driver;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLHandshakeException;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.ClientConnectionFactory;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslClientConnectionFactory;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.io.ssl.SslHandshakeListener;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** TLS for the driver's connections: a handshake has a timeout, and must agree on HTTP/2 if that is what is measured. */
final class HandshakeGuard extends SslClientConnectionFactory {

    private final boolean needsHttp2;
    private final long timeoutMillis;

    HandshakeGuard(
            LoadProtocol protocol,
            Duration timeout,
            SslContextFactory.Client context,
            ByteBufferPool buffers,
            Executor executor,
            ClientConnectionFactory wrapped) {
        super(context, buffers, executor, wrapped);
        needsHttp2 = protocol == LoadProtocol.H2;
        timeoutMillis = timeout.toMillis();
    }

    @Override
    public Connection newConnection(EndPoint endPoint, Map<String, Object> context) throws IOException {
        SslConnection connection = (SslConnection) super.newConnection(endPoint, context);
        // The transports set it to that of the client, which is none.
        endPoint.setIdleTimeout(timeoutMillis);
        connection.addHandshakeListener(new SslHandshakeListener() {
            @Override
            public void handshakeSucceeded(Event event) throws SSLHandshakeException {
                endPoint.setIdleTimeout(0);
                checkProtocol(event.getSSLEngine().getApplicationProtocol());
            }
        });
        return connection;
    }

    private void checkProtocol(String negotiated) throws SSLHandshakeException {
        // Jetty would speak HTTP/2 all the same.
        if (needsHttp2 && !negotiated.equals("h2")) {
            throw new SSLHandshakeException("the target does not offer h2 by ALPN");
        }
    }
}
