package dev.medley.stubs.tls;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import org.jspecify.annotations.Nullable;

/** Key stores in PKCS#12, and in memory. */
public final class KeyStores {

    private KeyStores() {}

    /** Loads a file in PKCS#12; throws UncheckedIOException if there is none or the password is wrong. */
    public static KeyStore load(Path file, String password) {
        try (InputStream input = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(input, password.toCharArray());
            return store;
        } catch (IOException x) {
            throw new UncheckedIOException("no key store in " + file + ": " + cause(x), x);
        } catch (GeneralSecurityException x) {
            throw new IllegalStateException("no key store in " + file + ": " + x.getMessage(), x);
        }
    }

    static KeyStore empty() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    /** Returns a store that trusts the certificates of a file in PEM. */
    public static KeyStore ofTrusted(Path pem) {
        try (InputStream input = Files.newInputStream(pem)) {
            KeyStore store = empty();
            for (Certificate certificate :
                    CertificateFactory.getInstance("X.509").generateCertificates(input)) {
                store.setCertificateEntry("trusted-" + store.size(), certificate);
            }
            return store;
        } catch (IOException x) {
            throw new UncheckedIOException("no certificates in " + pem + ": " + cause(x), x);
        } catch (GeneralSecurityException x) {
            throw new IllegalStateException("no certificates in " + pem + ": " + x.getMessage(), x);
        }
    }

    /** Returns the cause in words; the message of some exceptions is a file name only. */
    private static @Nullable String cause(IOException x) {
        return x instanceof NoSuchFileException ? "there is no such file" : x.getMessage();
    }
}
