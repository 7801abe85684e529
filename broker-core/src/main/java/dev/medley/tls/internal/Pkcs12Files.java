package dev.medley.tls.internal;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.UnrecoverableKeyException;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** Reading of certificates and keys in PKCS#12, with a password. */
public final class Pkcs12Files {

    private static final String EXPECTED = "a PKCS#12 file with a private key and its certificate chain";

    private Pkcs12Files() {}

    /**
     * Returns a store with the one key of a file and its chain. The password of the key is empty, as in
     * {@link PemFiles#keyStore}. Blocks while it reads the file.
     *
     * @throws CertificateFileException if the file cannot be read, the password is wrong, or there is not one key
     */
    public static KeyStore keyStore(Path file, String password) {
        byte[] bytes = CertificateFile.read(file, EXPECTED);
        char[] characters = password.toCharArray();
        try {
            KeyStore given = KeyStore.getInstance("PKCS12");
            given.load(new ByteArrayInputStream(bytes), characters);
            List<String> keys = keys(given);
            if (keys.size() != 1) {
                throw new CertificateFileException(file, "holds %d private keys".formatted(keys.size()), "one");
            }
            return keyStore(file, given, keys.get(0), characters);
        } catch (UnrecoverableKeyException x) {
            throw wrongPassword(file, x);
        } catch (IOException x) {
            if (x.getCause() instanceof UnrecoverableKeyException) {
                throw wrongPassword(file, x);
            }
            throw new CertificateFileException(file, "is damaged, or not PKCS#12", EXPECTED, x);
        } catch (GeneralSecurityException x) {
            throw new CertificateFileException(file, "cannot be used (" + x + ")", EXPECTED, x);
        }
    }

    private static List<String> keys(KeyStore store) throws GeneralSecurityException {
        List<String> aliases = Collections.list(store.aliases());
        List<String> keys = new ArrayList<>();
        for (String alias : aliases) {
            if (store.isKeyEntry(alias)) {
                keys.add(alias);
            }
        }
        return keys;
    }

    private static KeyStore keyStore(Path file, KeyStore given, String alias, char[] password)
            throws GeneralSecurityException {
        if (!(given.getKey(alias, password) instanceof PrivateKey key)) {
            throw new CertificateFileException(file, "holds a key that is not private", EXPECTED);
        }
        Certificate[] chain = given.getCertificateChain(alias);
        if (chain == null || chain.length == 0) {
            throw new CertificateFileException(file, "holds a key without a certificate", EXPECTED);
        }
        List<X509Certificate> certificates =
                Stream.of(chain).map(X509Certificate.class::cast).toList();
        new CertificateChain(file, certificates).check(key, file);
        KeyStore store = KeyStores.empty();
        KeyStores.addKey(store, key, chain);
        return store;
    }

    private static CertificateFileException wrongPassword(Path file, Exception cause) {
        return new CertificateFileException(
                file, "the password is wrong", "the one that the file was made with", cause);
    }
}
