package dev.medley.loadtest.driver.client;

import dev.medley.loadtest.driver.plan.LoadProtocol;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLHandshakeException;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.ClientConnectionFactory;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslClientConnectionFactory;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.io.ssl.SslHandshakeListener;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;

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
        GuardedConnection connection = (GuardedConnection) super.newConnection(endPoint, context);
        context.computeIfPresent(
                ClientConnector.CONNECTION_PROMISE_CONTEXT_KEY, (key, promise) -> failingOnce(promise, connection));
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

    @Override
    protected SslConnection newSslConnection(EndPoint endPoint, SSLEngine engine) {
        return new GuardedConnection(this, endPoint, engine);
    }

    /**
     * On a timeout Jetty closes the connection, which another thread may report as "abruptly closed by peer", before it
     * reports the timeout: the first report is passed on, with the right cause.
     */
    @SuppressWarnings("unchecked")
    private static Promise<Connection> failingOnce(Object promise, GuardedConnection connection) {
        Promise<Connection> opening = (Promise<Connection>) promise;
        AtomicBoolean failed = new AtomicBoolean();
        return Promise.from(opening::succeeded, failure -> {
            if (failed.compareAndSet(false, true)) {
                TimeoutException expired = connection.expired;
                opening.failed(expired == null ? failure : expired);
            }
        });
    }

    private void checkProtocol(String negotiated) throws SSLHandshakeException {
        // Jetty would speak HTTP/2 all the same.
        if (needsHttp2 && !negotiated.equals("h2")) {
            throw new SSLHandshakeException("the target does not offer h2 via ALPN");
        }
    }

    /** A connection that knows whether it was closed because its time was over. */
    private static final class GuardedConnection extends SslConnection {

        private volatile @Nullable TimeoutException expired;

        GuardedConnection(HandshakeGuard guard, EndPoint endPoint, SSLEngine engine) {
            super(
                    guard.getByteBufferPool(),
                    guard.getExecutor(),
                    guard.getSslContextFactory(),
                    endPoint,
                    engine,
                    guard.isDirectBuffersForEncryption(),
                    guard.isDirectBuffersForDecryption());
        }

        @Override
        public boolean onIdleExpired(TimeoutException timeout) {
            expired = timeout;
            return super.onIdleExpired(timeout);
        }
    }
}
