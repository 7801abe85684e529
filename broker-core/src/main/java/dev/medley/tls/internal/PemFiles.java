package dev.medley.tls.internal;

import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;

/**
 * Reading of certificates and keys in PEM. Line ends of either kind, and text around the blocks, are permitted. Each method
 * reads the files and blocks meanwhile. Whether a certificate has expired is not checked.
 *
 * <p>Every method throws {@link CertificateFileException} if a file cannot be read or does not hold what it should.
 */
public final class PemFiles {

    private static final String EXPECTED = "one or more certificates in PEM (-----BEGIN CERTIFICATE-----)";
    private static final String TO_PEM = "openssl x509 -inform der -in %s";

    private PemFiles() {}

    /** Returns the certificates of a file, at least one, in their order. Blocks of other kinds are skipped. */
    public static List<X509Certificate> certificates(Path file) {
        List<PemBlock> blocks = PemBlock.read(file, EXPECTED, TO_PEM);
        List<X509Certificate> certificates = new ArrayList<>();
        for (PemBlock block : blocks) {
            if (block.label().equals(PemBlock.CERTIFICATE)) {
                certificates.add(certificate(file, block));
            }
        }
        if (certificates.isEmpty()) {
            String label = blocks.get(0).label();
            String found = label.endsWith("PRIVATE KEY")
                    ? "holds a key and no certificate (are the two files swapped?)"
                    : "holds no certificate, but " + label;
            throw new CertificateFileException(file, found, EXPECTED);
        }
        return List.copyOf(certificates);
    }

    /** Returns a store that trusts the certificates of the files. */
    public static KeyStore trustStore(List<Path> files) {
        KeyStore store = KeyStores.empty();
        for (Path file : files) {
            for (X509Certificate certificate : certificates(file)) {
                KeyStores.addTrusted(store, certificate);
            }
        }
        return store;
    }

    /**
     * Reads the one private key of a file.
     *
     * @throws CertificateFileException if there is none, several, or one that cannot be used
     */
    public static PrivateKey privateKey(Path file) {
        return PrivateKeyFile.read(file);
    }

    /**
     * Returns a store with one key and its chain. The password of the key is empty: {@code new char[0]}.
     *
     * @param chain holds the certificate of the key first, then each issuer of the one before it; the root may be absent
     * @param key holds one private key without a password: PKCS#8 (RSA, EC, Ed25519, Ed448), PKCS#1 or SEC1. It may be the
     *     same file as {@code chain}
     */
    public static KeyStore keyStore(Path chain, Path key) {
        List<X509Certificate> certificates = certificates(chain);
        PrivateKey privateKey = PrivateKeyFile.read(key);
        new CertificateChain(chain, certificates).check(privateKey, key);
        KeyStore store = KeyStores.empty();
        KeyStores.addKey(store, privateKey, certificates.toArray(Certificate[]::new));
        return store;
    }

    private static X509Certificate certificate(Path file, PemBlock block) {
        try {
            return (X509Certificate) CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(block.content()));
        } catch (CertificateException x) {
            throw new CertificateFileException(
                    file, "the certificate of line %d is damaged".formatted(block.line()), EXPECTED, x);
        }
    }
}
