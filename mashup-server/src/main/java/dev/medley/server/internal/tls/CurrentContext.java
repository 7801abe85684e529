package dev.medley.server.internal.tls;

import java.net.InetSocketAddress;
import javax.net.ssl.SSLEngine;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/**
 * Gives each handshake the newest certificates. They are replaced together, with sessions and trust: Jetty's own reload
 * is seen half-done by handshakes that begin meanwhile, and leaves nothing if it fails.
 */
final class CurrentContext extends SslContextFactory.Server {

    private volatile NamedCertificates current;

    /** Creates a context that begins with {@code first}, which has been started. */
    CurrentContext(NamedCertificates first) {
        current = first;
        setSslContext(first.getSslContext());
    }

    /** Replaces the certificates of later handshakes by {@code next}, which has been started. */
    void replace(NamedCertificates next) {
        current = next;
    }

    @Override
    public SSLEngine newSSLEngine() {
        return current.newSSLEngine();
    }

    @Override
    public SSLEngine newSSLEngine(InetSocketAddress address) {
        return current.newSSLEngine(address);
    }
}
