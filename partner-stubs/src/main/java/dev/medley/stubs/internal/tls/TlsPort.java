package dev.medley.stubs.internal.tls;

import dev.medley.stubs.tls.KeyStores;
import java.nio.file.Path;
import java.security.KeyStore;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;

/**
 * TLS on the ports of stubs.
 *
 * @param identity one entry with key and chain
 * @param clientAuthority PEM: the authority of the certificates that clients must have; null if they need none
 */
public record TlsPort(
        KeyStore identity, String password, @Nullable Path clientAuthority) {

    /** Loads the identity from PKCS#12; throws UncheckedIOException if there is no file or the password is wrong. */
    public static TlsPort of(Path keyStore, String password) {
        return new TlsPort(KeyStores.load(keyStore, password), password, null);
    }

    /** Returns the same port for clients with a certificate of this authority; the file is not read yet. */
    public TlsPort clientAuthority(Path pem) {
        return new TlsPort(identity, password, pem);
    }

    /** Creates the settings for Jetty; throws UncheckedIOException if the file of the authority cannot be read. */
    public SslContextFactory.Server contextFactory() {
        SslContextFactory.Server factory = new SslContextFactory.Server();
        factory.setKeyStore(identity);
        factory.setKeyStorePassword(password);
        // Clients that send another name in SNI have the certificate checked by themselves.
        factory.setSniRequired(false);
        if (clientAuthority != null) {
            factory.setTrustStore(KeyStores.ofTrusted(clientAuthority));
            factory.setNeedClientAuth(true);
        }
        return factory;
    }
}
