package dev.medley.tls.internal;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reading of private keys: PKCS#8 (RFC 5208), and PKCS#1 (RFC 8017) and SEC1 (RFC 5915), which are put into PKCS#8, the one
 * format that the JDK reads.
 */
final class PrivateKeyFile {

    private static final Logger LOG = LoggerFactory.getLogger(PrivateKeyFile.class);

    private static final String EXPECTED = "a private key in PEM (-----BEGIN PRIVATE KEY-----) that has no password";
    private static final String TO_PEM = "openssl pkey -inform der -in %s";
    private static final String KEY = "PRIVATE KEY";
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");

    private static final byte[] VERSION = {Der.INTEGER, 1, 0};
    /** 1.2.840.113549.1.1.1, rsaEncryption, and the absent parameters. */
    private static final byte[] RSA = {0x06, 9, 0x2A, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xF7, 0x0D, 1, 1, 1, 5, 0};
    /** 1.2.840.10045.2.1, id-ecPublicKey. */
    private static final byte[] EC = {0x06, 7, 0x2A, (byte) 0x86, 0x48, (byte) 0xCE, 0x3D, 2, 1};

    private static final int EC_PARAMETERS = 0xA0;

    private PrivateKeyFile() {}

    /**
     * Reads the one key of a file, which may hold certificates besides.
     *
     * @throws CertificateFileException if there is none, several, or one that cannot be used
     */
    static PrivateKey read(Path file) {
        List<PemBlock> blocks = PemBlock.read(file, EXPECTED, TO_PEM);
        List<PemBlock> keys =
                blocks.stream().filter(each -> each.label().endsWith(KEY)).toList();
        if (keys.isEmpty()) {
            String found = blocks.get(0).label().equals(PemBlock.CERTIFICATE)
                    ? "holds a certificate and no key (are the two files swapped?)"
                    : "holds no key, but " + blocks.get(0).label();
            throw new CertificateFileException(file, found, EXPECTED);
        }
        if (keys.size() > 1) {
            throw new CertificateFileException(file, "holds %d private keys".formatted(keys.size()), "one");
        }
        PemBlock block = keys.get(0);
        if (block.isEncrypted() || block.label().startsWith("ENCRYPTED")) {
            throw new CertificateFileException(
                    file,
                    "the key is encrypted",
                    "one without a password: openssl pkey -in %s -out %s.plain".formatted(file, file));
        }
        return key(file, block);
    }

    private static PrivateKey key(Path file, PemBlock block) {
        byte[] pkcs8 = pkcs8(file, block);
        try {
            for (String algorithm : ALGORITHMS) {
                PrivateKey key = key(algorithm, pkcs8);
                if (key != null) {
                    return key;
                }
            }
        } catch (GeneralSecurityException x) {
            throw new IllegalStateException("this Java has no " + ALGORITHMS, x);
        }
        throw new CertificateFileException(
                file,
                "the key of line %d is damaged, or of a kind that this Java does not know".formatted(block.line()),
                "RSA, EC on P-256, P-384 or P-521, Ed25519 or Ed448");
    }

    private static @Nullable PrivateKey key(String algorithm, byte[] pkcs8) throws GeneralSecurityException {
        try {
            return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
        } catch (InvalidKeySpecException x) {
            LOG.debug("not a key of {}", algorithm, x);
            return null;
        }
    }

    private static byte[] pkcs8(Path file, PemBlock block) {
        try {
            return switch (block.label()) {
                case KEY -> block.content();
                case "RSA PRIVATE KEY" -> wrapped(Der.element(Der.SEQUENCE, RSA), block.content());
                case "EC PRIVATE KEY" -> wrapped(Der.element(Der.SEQUENCE, EC, curve(block)), block.content());
                default -> throw new CertificateFileException(file, "holds no key, but " + block.label(), EXPECTED);
            };
        } catch (IllegalArgumentException x) {
            throw new CertificateFileException(
                    file, "the key of line %d is damaged".formatted(block.line()), EXPECTED, x);
        }
    }

    private static byte[] wrapped(byte[] algorithm, byte[] key) {
        return Der.element(Der.SEQUENCE, VERSION, algorithm, Der.element(Der.OCTET_STRING, key));
    }

    private static byte[] curve(PemBlock block) {
        ByteBuffer fields = Der.find(ByteBuffer.wrap(block.content()), Der.SEQUENCE);
        ByteBuffer parameters = Der.find(fields, EC_PARAMETERS);
        byte[] curve = new byte[parameters.remaining()];
        parameters.get(curve);
        return curve;
    }
}
