package dev.medley.server.internal.tls;

import dev.medley.config.ClientAuth;
import dev.medley.config.TlsSettings;
import java.security.Principal;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLSession;
import org.eclipse.jetty.http2.HTTP2Cipher;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.ssl.X509;
import org.jspecify.annotations.Nullable;

/**
 * A context of TLS with one content of the files. A client that asks for a name by SNI gets the certificate for it; any
 * other gets the default one, or another one for the same name if its kind of key does not suit the client.
 */
final class NamedCertificates extends SslContextFactory.Server {

    private static final String DEFAULT = "0";

    NamedCertificates(TlsSettings settings, TlsFiles.Content content) {
        setKeyStore(content.keys());
        setKeyManagerPassword("");
        setTrustStore(content.trust());
        // HTTP/2 forbids some suites of TLS 1.2: last, so that they are not chosen for it.
        setCipherComparator(HTTP2Cipher.COMPARATOR);
        setIncludeProtocols(settings.versions().toArray(String[]::new));
        if (!settings.ciphers().isEmpty()) {
            setIncludeCipherSuites(settings.ciphers().toArray(String[]::new));
        }
        setNeedClientAuth(settings.clientAuth() == ClientAuth.NEED);
        setWantClientAuth(settings.clientAuth() == ClientAuth.WANT);
        // Of no use to a good client, and costly for the server.
        setRenegotiationAllowed(false);
    }

    @Override
    public @Nullable String sniSelect(
            String keyType,
            Principal @Nullable [] issuers,
            SSLSession session,
            @Nullable String sniHost,
            Collection<X509> certificates) {
        boolean known = sniHost != null && certificates().anyMatch(each -> each.matches(sniHost));
        return super.sniSelect(keyType, issuers, session, known ? sniHost : defaultName(), certificates);
    }

    private Stream<X509> certificates() {
        return getAliases().stream().map(this::getX509);
    }

    private @Nullable String defaultName() {
        @Nullable X509 first = getX509(DEFAULT);
        if (first == null) {
            return null;
        }
        return first.getHosts().stream()
                .findFirst()
                .or(() -> first.getWilds().stream().findFirst())
                .orElse(null);
    }

    /** Returns the names of the cipher suites of this Java runtime. */
    List<String> supportedCiphers() {
        return List.of(getSslContext().getSupportedSSLParameters().getCipherSuites());
    }
}
