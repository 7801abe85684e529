package dev.medley.config;

import dev.medley.setting.internal.Settings;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** TLS of one connector. Immutable. */
public final class TlsSettings {

    private static final List<String> VERSIONS = List.of("TLSv1.2", "TLSv1.3");

    private final Settings values;
    private final TlsKeys keys;

    TlsSettings(Settings values, TlsKeys keys) {
        this.values = values;
        this.keys = keys;
    }

    /** Returns whether the connector has TLS. */
    public boolean enabled() {
        return keyStore() != null || !certificates().isEmpty();
    }

    /** Returns whether {@code other}, of the same connector, has the same values. */
    public boolean isSame(TlsSettings other) {
        return keys.all().allMatch(setting -> values.isSame(other.values, setting));
    }

    /** Returns the files of the certificate chains in PEM, the default one first; empty if there is a key store. */
    public List<Path> certificates() {
        return Objects.requireNonNullElse(values.find(keys.certificate()), List.of());
    }

    /** Returns the files of the keys in PEM, in the order of the certificates. */
    public List<Path> keys() {
        return Objects.requireNonNullElse(values.find(keys.key()), List.of());
    }

    /** Returns the PKCS#12 file; null if there is none. */
    public @Nullable Path keyStore() {
        return values.find(keys.keyStore());
    }

    /** Returns the password of the key store; empty if there is none. */
    public String keyStorePassword() {
        return Objects.requireNonNullElse(values.find(keys.keyStorePassword()), "");
    }

    /** Returns which certificate clients are asked for. */
    public ClientAuth clientAuth() {
        return values.get(keys.clientAuth());
    }

    /** Returns the files of the authorities of clients, in PEM. */
    public List<Path> trust() {
        return Objects.requireNonNullElse(values.find(keys.trust()), List.of());
    }

    /** Returns the permitted versions, such as {@code TLSv1.3}. */
    public List<String> versions() {
        return Objects.requireNonNullElse(values.find(keys.versions()), VERSIONS);
    }

    /** Returns the permitted cipher suites; empty for the Java runtime's. */
    public List<String> ciphers() {
        return Objects.requireNonNullElse(values.find(keys.ciphers()), List.of());
    }

    /** Collects the settings of TLS of one connector. A method sets the key of its name. */
    public static final class Builder {

        private final Settings.Builder values;
        private final TlsKeys keys;

        Builder(Settings.Builder values, TlsKeys keys) {
            this.values = values;
            this.keys = keys;
        }

        /** Adds no more than one certificate and its key; call {@link #certificates} for several. */
        public Builder certificate(Path chain, Path key) {
            return certificates(List.of(chain), List.of(key));
        }

        /** Sets the certificates, the default one first, and their keys in the same order. */
        public Builder certificates(List<Path> chains, List<Path> chainKeys) {
            values.set(keys.certificate(), List.copyOf(chains)).set(keys.key(), List.copyOf(chainKeys));
            return this;
        }

        /** Sets the key store, a file in PKCS#12, and its password. */
        public Builder keyStore(Path file, String password) {
            values.set(keys.keyStore(), file).set(keys.keyStorePassword(), password);
            return this;
        }

        /** Sets which certificate clients are asked for, and the authorities in PEM that are trusted. */
        public Builder clientAuth(ClientAuth kind, Path... trusted) {
            values.set(keys.clientAuth(), kind).set(keys.trust(), List.of(trusted));
            return this;
        }

        /** Sets the versions of TLS that are permitted. */
        public Builder versions(String... permitted) {
            values.set(keys.versions(), List.of(permitted));
            return this;
        }

        /** Sets the ciphers that are permitted, by the names of the JDK. */
        public Builder ciphers(String... permitted) {
            values.set(keys.ciphers(), List.of(permitted));
            return this;
        }
    }
}
