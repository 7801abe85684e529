package dev.medley.tls.internal;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;

/** Key stores in memory, of the kind that every JDK has. */
final class KeyStores {

    private static final String TYPE = "PKCS12";
    private static final char[] NO_PASSWORD = {};

    private KeyStores() {}

    static KeyStore empty() {
        try {
            KeyStore store = KeyStore.getInstance(TYPE);
            store.load(null, NO_PASSWORD);
            return store;
        } catch (GeneralSecurityException | IOException x) {
            throw new IllegalStateException("this Java has no " + TYPE, x);
        }
    }

    static void addTrusted(KeyStore store, X509Certificate certificate) {
        try {
            store.setCertificateEntry("trusted-" + (store.size() + 1), certificate);
        } catch (GeneralSecurityException x) {
            throw new IllegalStateException("a store in memory refuses a certificate", x);
        }
    }

    static void addKey(KeyStore store, PrivateKey key, Certificate... chain) {
        try {
            store.setKeyEntry("key", key, NO_PASSWORD, chain);
        } catch (GeneralSecurityException x) {
            throw new IllegalStateException("a store in memory refuses a key", x);
        }
    }
}
