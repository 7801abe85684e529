package dev.medley.connection.internal.jetty;

import dev.medley.connection.internal.TlsOptions;
import dev.medley.connection.internal.address.Address;
import dev.medley.tls.internal.CertificateFileException;
import dev.medley.tls.internal.PemFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLEngine;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/**
 * TLS 1.2 and 1.3 for the connections to one partner, by the JDK. Sessions are resumed (RFC 8446, section 2.2), because all its
 * connections share one context.
 */
public final class TlsContext {

    private static final List<String> VERSIONS = List.of("TLSv1.3", "TLSv1.2");
    private static final String NO_PASSWORD = "";

    private final Address address;
    private final SslContextFactory.Client factory;

    /**
     * Creates the context for connections to {@code address}. Reads the files of the settings, and blocks meanwhile.
     *
     * @throws IllegalArgumentException if a file or a name in {@code settings} cannot be used, saying which and why
     */
    public TlsContext(Address address, TlsOptions settings) {
        this.address = address;
        factory = new SslContextFactory.Client();
        try {
            configure(settings);
            factory.start();
        } catch (CertificateFileException x) {
            throw new IllegalArgumentException(x.getMessage(), x);
        } catch (Exception x) {
            throw new IllegalArgumentException("TLS cannot be set up: " + x.getMessage(), x);
        }
        List<String> enabled = List.of(factory.newSSLEngine().getEnabledCipherSuites());
        if (!settings.ciphers().isEmpty() && !enabled.containsAll(settings.ciphers())) {
            List<String> unknown = settings.ciphers().stream()
                    .filter(name -> !enabled.contains(name))
                    .toList();
            throw new IllegalArgumentException("tls.ciphers: this Java does not have " + unknown + ", or not with "
                    + String.join(" and ", factory.newSSLEngine().getEnabledProtocols()));
        }
    }

    private void configure(TlsOptions settings) {
        if (!settings.verify()) {
            factory.setTrustAll(true);
            factory.setEndpointIdentificationAlgorithm(null);
        } else if (!settings.trust().isEmpty()) {
            factory.setTrustStore(PemFiles.trustStore(settings.trust()));
        }
        Path certificate = settings.certificate();
        Path key = settings.key();
        if (certificate != null && key != null) {
            factory.setKeyStore(PemFiles.keyStore(certificate, key));
            factory.setKeyStorePassword(NO_PASSWORD);
        }
        List<String> versions = settings.versions().isEmpty() ? VERSIONS : settings.versions();
        factory.setIncludeProtocols(versions.toArray(String[]::new));
        if (!settings.ciphers().isEmpty()) {
            factory.setIncludeCipherSuites(settings.ciphers().toArray(String[]::new));
        }
    }

    /** Returns TLS over {@code endPoint}, which is connected. The caller sets the connection above it. */
    public SslConnection newConnection(EndPoint endPoint, ByteBufferPool buffers, Executor executor) {
        SSLEngine engine = factory.newSSLEngine(address.host(), address.port());
        engine.setUseClientMode(true);
        return new TlsConnection(buffers, executor, factory, endPoint, engine);
    }
}
