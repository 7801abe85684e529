package dev.medley.connection.internal.jetty;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;

/**
 * TLS over the socket to a partner. An end of the connection without the partner's close_notify is a failed read: a body
 * that ends with the connection would be taken for complete where it was cut off on the way (RFC 8446, section 6.1).
 */
final class TlsConnection extends SslConnection {

    TlsConnection(
            ByteBufferPool buffers,
            Executor executor,
            SslContextFactory.Client context,
            EndPoint endPoint,
            SSLEngine engine) {
        super(buffers, executor, context, endPoint, engine);
        setRequireCloseMessage(true);
    }

    @Override
    protected SslEndPoint newSslEndPoint() {
        return new TlsEndPoint();
    }

    private final class TlsEndPoint extends SslEndPoint implements PartnerEndPoint {

        private volatile @Nullable IOException truncated;

        @Override
        public int fill(ByteBuffer buffer) throws IOException {
            try {
                return super.fill(buffer);
            } catch (SSLException x) {
                truncated = x;
                throw x;
            }
        }

        @Override
        public @Nullable IOException readFailure() {
            IOException ofSocket = socket().readFailure();
            return ofSocket == null ? truncated : ofSocket;
        }

        @Override
        public void lookAgainUnlessSelected() {
            socket().lookAgainUnlessSelected();
        }

        @Override
        public int loop() {
            return socket().loop();
        }

        private PartnerEndPoint socket() {
            return (PartnerEndPoint) TlsConnection.this.getEndPoint();
        }

        @Override
        public boolean isWritePending() {
            return getWriteFlusher().isPending();
        }

        @Override
        protected void onIncompleteFlush() {
            super.onIncompleteFlush();
            if (getConnection() instanceof PendingWriteListener listener) {
                listener.onWritePending();
            }
        }
    }
}
