package dev.medley.tls.internal;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * The certificates that are sent in a handshake: the one of the key, then each issuer of the one before it.
 *
 * @param file the file that holds them
 * @param certificates at least one
 */
record CertificateChain(Path file, List<X509Certificate> certificates) {

    private static final byte[] SAMPLE = "Is this the key of that certificate?".getBytes(StandardCharsets.US_ASCII);

    /**
     * Checks that {@code key} belongs to the first certificate, and that the others follow in order, each once: a root has issued
     * itself, and key stores refuse a chain with a certificate twice.
     *
     * @param keyFile the file of the key, for messages
     * @throws CertificateFileException if not
     */
    void check(PrivateKey key, Path keyFile) {
        if (!belongs(key, certificates.get(0))) {
            throw new CertificateFileException(keyFile, foreign(key), "the key of the first certificate in " + file);
        }
        for (int i = 1; i < certificates.size(); i++) {
            int before = certificates.indexOf(certificates.get(i));
            if (before < i) {
                throw new CertificateFileException(
                        file,
                        "certificate %d (%s) repeats certificate %d".formatted(i + 1, name(i), before + 1),
                        "each certificate once");
            }
            if (!isIssuedBy(certificates.get(i - 1), certificates.get(i))) {
                throw new CertificateFileException(
                        file,
                        "certificate %d (%s) did not issue certificate %d (%s)"
                                .formatted(i + 1, name(i), i, name(i - 1)),
                        "the server's own certificate first, then each issuer of the one before it");
            }
        }
    }

    private String foreign(PrivateKey key) {
        for (int i = 1; i < certificates.size(); i++) {
            if (belongs(key, certificates.get(i))) {
                return "the key belongs to certificate %d (%s) and not to the first (%s)"
                        .formatted(i + 1, name(i), name(0));
            }
        }
        return "the key does not belong to the certificate (%s)".formatted(name(0));
    }

    private String name(int index) {
        return certificates.get(index).getSubjectX500Principal().getName();
    }

    private static boolean isIssuedBy(X509Certificate certificate, X509Certificate issuer) {
        if (!certificate.getIssuerX500Principal().equals(issuer.getSubjectX500Principal())) {
            return false;
        }
        try {
            certificate.verify(issuer.getPublicKey());
            return true;
        } catch (GeneralSecurityException x) {
            return false;
        }
    }

    /** Returns whether a signature of the key is one of the certificate's. */
    private static boolean belongs(PrivateKey key, X509Certificate certificate) {
        PublicKey publicKey = certificate.getPublicKey();
        String algorithm = key.getAlgorithm();
        try {
            Signature signature = Signature.getInstance(
                    switch (algorithm) {
                        case "RSA" -> "SHA256withRSA";
                        case "EC" -> "SHA256withECDSA";
                        default -> algorithm;
                    });
            signature.initSign(key);
            signature.update(SAMPLE);
            byte[] signed = signature.sign();
            signature.initVerify(publicKey);
            signature.update(SAMPLE);
            return signature.verify(signed);
        } catch (GeneralSecurityException x) {
            // Thrown, and not only false, for a public key of another kind or size.
            return false;
        }
    }
}
