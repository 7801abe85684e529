package dev.medley.loadtest.driver.plan;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.List;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/**
 * The certificates that the driver accepts from an https target.
 *
 * @param verify false if any certificate of any host is accepted
 * @param authorities the trusted authorities; none for the Java runtime's
 */
public record LoadTrust(boolean verify, List<Certificate> authorities) {

    /** The authorities of the Java runtime. */
    public static final LoadTrust OF_RUNTIME = new LoadTrust(true, List.of());

    /** Any certificate, of any host. */
    public static final LoadTrust ANY = new LoadTrust(false, List.of());

    private static final String EXPECTED = "; expected the certificate of an authority in PEM";

    /**
     * Returns the trust in the authorities of a file, and no others. Reads the file, and blocks meanwhile.
     *
     * @param file one or more certificates in PEM
     * @throws IllegalArgumentException if it is not, saying why
     */
    public static LoadTrust authoritiesOf(Path file) {
        if (Files.isDirectory(file)) {
            throw new IllegalArgumentException(file + " is a folder" + EXPECTED);
        }
        try (InputStream in = Files.newInputStream(file)) {
            List<Certificate> authorities =
                    List.copyOf(CertificateFactory.getInstance("X.509").generateCertificates(in));
            if (authorities.isEmpty()) {
                throw new IllegalArgumentException(file + " holds no certificate" + EXPECTED);
            }
            return new LoadTrust(true, authorities);
        } catch (NoSuchFileException x) {
            throw new IllegalArgumentException(file + ": there is no such file" + EXPECTED, x);
        } catch (IOException x) {
            throw new IllegalArgumentException(file + " cannot be read: " + x.getMessage() + EXPECTED, x);
        } catch (CertificateException x) {
            throw new IllegalArgumentException(file + " holds no certificate that can be read" + EXPECTED, x);
        }
    }

    public SslContextFactory.Client newContextFactory() throws IOException, GeneralSecurityException {
        if (!verify) {
            return new AcceptingAny();
        }
        SslContextFactory.Client factory = new SslContextFactory.Client();
        if (!authorities.isEmpty()) {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            for (int i = 0; i < authorities.size(); i++) {
                store.setCertificateEntry("authority-" + i, authorities.get(i));
            }
            factory.setTrustStore(store);
        }
        return factory;
    }

    /** Jetty logs a warning for each of its checks; the command prints one line. */
    private static final class AcceptingAny extends SslContextFactory.Client {

        AcceptingAny() {
            super(true);
            setEndpointIdentificationAlgorithm(null);
        }

        @Override
        protected void checkTrustAll() {}

        @Override
        protected void checkEndPointIdentificationAlgorithm() {}
    }
}
