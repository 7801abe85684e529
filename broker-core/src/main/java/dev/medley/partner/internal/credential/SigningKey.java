package dev.medley.partner.internal.credential;

import dev.medley.tls.internal.CertificateFileException;
import dev.medley.tls.internal.PemFiles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.RSAPrivateKey;

/** A private key that signs JWTs. Immutable; it never shows itself. */
public final class SigningKey {

    private static final int MIN_RSA_BITS = 2048;
    private static final int BITS_P256 = 256;
    private static final int BITS_P384 = 384;

    private final PrivateKey key;
    private final Algorithm algorithm;

    /** The signatures of RFC 7518, section 3.1, by the names of the JDK. */
    private enum Algorithm {
        RS256("SHA256withRSA"),
        ES256("SHA256withECDSAinP1363Format"),
        ES384("SHA384withECDSAinP1363Format");

        private final String jdkName;

        Algorithm(String jdkName) {
            this.jdkName = jdkName;
        }
    }

    private SigningKey(PrivateKey key, Algorithm algorithm) {
        this.key = key;
        this.algorithm = algorithm;
    }

    /**
     * Reads a key.
     *
     * @param label the beginning of messages
     * @throws IllegalArgumentException if it cannot be used, naming the file
     */
    static SigningKey read(String label, Path file) {
        try {
            PrivateKey key = PemFiles.privateKey(file);
            return new SigningKey(key, algorithm(key));
        } catch (CertificateFileException x) {
            throw new IllegalArgumentException(label + x.getMessage(), x);
        } catch (IllegalArgumentException x) {
            throw new IllegalArgumentException(label + file + ": " + x.getMessage(), x);
        }
    }

    private static Algorithm algorithm(PrivateKey key) {
        if (key instanceof RSAPrivateKey rsa && rsa.getModulus().bitLength() >= MIN_RSA_BITS) {
            return Algorithm.RS256;
        }
        int bits = key instanceof ECPrivateKey ec ? ec.getParams().getOrder().bitLength() : 0;
        return switch (bits) {
            case BITS_P256 -> Algorithm.ES256;
            case BITS_P384 -> Algorithm.ES384;
            default ->
                throw new IllegalArgumentException(
                        "holds a key that signs no JWT; expected RSA of 2048 bits or more, or EC on P-256 or P-384");
        };
    }

    /** Returns the name of the algorithm in headers of JWTs. */
    public String algorithm() {
        return algorithm.name();
    }

    /** Returns the signature of a text in ASCII, in the form of RFC 7515. */
    public byte[] sign(String text) {
        try {
            Signature signature = Signature.getInstance(algorithm.jdkName);
            signature.initSign(key);
            signature.update(text.getBytes(StandardCharsets.US_ASCII));
            return signature.sign();
        } catch (GeneralSecurityException x) {
            throw new IllegalStateException("this key signs nothing by " + algorithm, x);
        }
    }
}
