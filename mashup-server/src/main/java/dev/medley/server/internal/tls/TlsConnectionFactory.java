package dev.medley.server.internal.tls;

import dev.medley.server.internal.inbound.InboundTls;
import dev.medley.thread.internal.Clock;
import java.time.Duration;
import javax.net.ssl.SSLEngine;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** Connections with TLS, whose handshakes have a bound in time. */
final class TlsConnectionFactory extends SslConnectionFactory {

    private final Clock clock;
    private final Duration handshakeTimeout;

    TlsConnectionFactory(
            SslContextFactory.Server context, String nextProtocol, Clock clock, Duration handshakeTimeout) {
        super(context, nextProtocol);
        this.clock = clock;
        this.handshakeTimeout = handshakeTimeout;
    }

    @Override
    protected SslConnection newSslConnection(Connector connector, EndPoint endPoint, SSLEngine engine) {
        return new InboundTls(
                connector.getByteBufferPool(),
                connector.getExecutor(),
                getSslContextFactory(),
                endPoint,
                engine,
                isDirectBuffersForEncryption(),
                isDirectBuffersForDecryption());
    }

    @Override
    protected <T extends AbstractConnection> T configure(T connection, Connector connector, EndPoint endPoint) {
        if (connection instanceof SslConnection tls) {
            HandshakeDeadline deadline = new HandshakeDeadline(clock, handshakeTimeout, endPoint);
            tls.addHandshakeListener(deadline);
            tls.addEventListener(deadline);
        }
        return super.configure(connection, connector, endPoint);
    }
}
