package dev.medley.server.internal.inbound;

import java.util.concurrent.Executor;
import javax.net.ssl.SSLEngine;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/**
 * TLS over the socket of a client. A reply that is cut off ends without close_notify, by which the client would take it for
 * complete (RFC 8446, section 6.1).
 */
public final class InboundTls extends SslConnection {

    /** Creates the connection of {@code endPoint}. */
    public InboundTls(
            ByteBufferPool buffers,
            Executor executor,
            SslContextFactory.Server context,
            EndPoint endPoint,
            SSLEngine engine,
            boolean directForEncryption,
            boolean directForDecryption) {
        super(buffers, executor, context, endPoint, engine, directForEncryption, directForDecryption);
    }

    @Override
    protected SslEndPoint newSslEndPoint() {
        return new TlsEndPoint();
    }

    private final class TlsEndPoint extends SslEndPoint {

        @Override
        public void doClose() {
            InboundEndPoint socket = InboundEndPoint.of(InboundTls.this.getEndPoint());
            if (socket != null && socket.isWithinReply()) {
                // Before this closes, which would say farewell first.
                socket.close();
            }
            super.doClose();
        }
    }
}
