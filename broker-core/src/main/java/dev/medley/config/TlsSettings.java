package dev.medley.config;

import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Setting.Trait;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.SettingsBuilder;
import dev.medley.setting.internal.SettingsType;
import dev.medley.setting.internal.SettingsView;
import dev.medley.setting.internal.TlsValues;
import dev.medley.setting.internal.ValueParser;
import dev.medley.setting.internal.ValueParsers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** TLS of one connector: the section {@code tls} of the server, or {@code admin.tls}. Immutable. */
public final class TlsSettings extends SettingsView {

    /** The keys of the mashups' connector. */
    static final Keys OF_MASHUPS = new Keys("tls", "TLS of the mashups, with HTTP/2 and HTTP/1.1");

    /** The keys of the connectors of administration. */
    static final Keys OF_ADMINISTRATION = new Keys("admin.tls", "TLS of administration");

    private static final List<String> VERSIONS = List.of("TLSv1.2", "TLSv1.3");

    private final Keys keys;

    TlsSettings(Settings values, Keys keys) {
        super(keys.group, values);
        this.keys = keys;
    }

    /** The keys of one section; each section has the same. */
    static final class Keys {

        final Group group;
        final Setting<List<Path>> certificate;
        final Setting<List<Path>> key;
        final Setting<Path> keyStore;
        final Setting<ClientAuth> clientAuth;
        final Setting<List<Path>> trust;
        final Setting<List<String>> versions;

        private final Setting<String> keyStorePassword;
        private final Setting<List<String>> ciphers;

        private final SettingsType<TlsSettings> type;

        private Keys(String section, String help) {
            group = Group.section(section, help);
            certificate = optional(
                    "certificate",
                    TlsValues.files(),
                    "no TLS, unless there is a `key-store`",
                    "/etc/medley/server.pem",
                    "Certificate chain in PEM, the server's own certificate first; of several files, each with its key,"
                            + " the name that the client asks for (SNI) decides, and the first is the default");
            key = optional(
                    "key",
                    TlsValues.files(),
                    "none",
                    "/etc/medley/server.key",
                    "Private key of the certificate in PEM, without a password; for several certificates, in the same"
                            + " order");
            keyStore = optional(
                    "key-store",
                    TlsValues.file(),
                    "none",
                    "/etc/medley/server.p12",
                    "PKCS#12 file with certificate chain and key, in place of `certificate` and `key`");
            keyStorePassword = optional(
                    "key-store-password",
                    TlsValues.password(),
                    "empty",
                    "'changeit'",
                    "Password of the `key-store`; better set by environment variable");
            clientAuth = group.key(
                    "client-auth",
                    ValueParsers.choice(
                            "a kind of client authentication", ClientAuth.class, ClientAuth::configured, Map.of()),
                    ClientAuth.NONE,
                    "Client certificates: `none` requests no certificate, `want` accepts clients without one,"
                            + " `need` refuses them; a certificate that `trust` does not cover is always refused",
                    Trait.OF_CONTAINER,
                    Trait.CHANGEABLE);
            trust = optional(
                    "trust",
                    TlsValues.files(),
                    "none; must be given with `want` and `need`",
                    "/etc/medley/client-authority.pem",
                    "Certificates in PEM of the authorities whose client certificates are trusted");
            versions = optional(
                    "versions", TlsValues.versions(), "both", "[TLSv1.3]", "Versions of TLS that clients may use");
            ciphers = optional(
                    "ciphers",
                    TlsValues.cipherSuites(),
                    "the Java runtime's suites with forward secrecy",
                    "[TLS_AES_128_GCM_SHA256]",
                    "Cipher suites that clients may use, by the names of the JDK");
            type = new SettingsType<>("server", group, values -> new TlsSettings(values, this));
        }

        private <T> Setting<T> optional(
                String name, ValueParser<T> parser, String unset, String example, String meaning) {
            return group.optional(name, parser, unset, example, meaning, Trait.OF_CONTAINER, Trait.CHANGEABLE);
        }

        /** Returns those that have no effect unless there is a certificate. */
        Stream<Setting<?>> options() {
            return Stream.of(key, keyStorePassword, clientAuth, trust, versions, ciphers);
        }
    }

    /** Returns whether the connector has TLS. */
    public boolean enabled() {
        return keyStore() != null || !certificates().isEmpty();
    }

    /** Returns the files of the certificate chains in PEM, the default one first; empty if there is a key store. */
    public List<Path> certificates() {
        return Objects.requireNonNullElse(find(keys.certificate), List.of());
    }

    /** Returns the files of the keys in PEM, in the order of the certificates. */
    public List<Path> keys() {
        return Objects.requireNonNullElse(find(keys.key), List.of());
    }

    /** Returns the PKCS#12 file; null if there is none. */
    public @Nullable Path keyStore() {
        return find(keys.keyStore);
    }

    /** Returns the password of the key store; empty if there is none. */
    public String keyStorePassword() {
        return Objects.requireNonNullElse(find(keys.keyStorePassword), "");
    }

    /** Returns which certificate clients are asked for. */
    public ClientAuth clientAuth() {
        return get(keys.clientAuth);
    }

    /** Returns the files of the authorities of clients, in PEM. */
    public List<Path> trust() {
        return Objects.requireNonNullElse(find(keys.trust), List.of());
    }

    /** Returns the permitted versions, such as {@code TLSv1.3}. */
    public List<String> versions() {
        return Objects.requireNonNullElse(find(keys.versions), VERSIONS);
    }

    /** Returns the permitted cipher suites; empty for the Java runtime's. */
    public List<String> ciphers() {
        return Objects.requireNonNullElse(find(keys.ciphers), List.of());
    }

    /** Collects the settings of TLS of one connector. A method sets the key of its name. */
    public static final class Builder extends SettingsBuilder<Builder, TlsSettings> {

        private final Keys keys;

        Builder(Keys keys) {
            super(keys.type);
            this.keys = keys;
        }

        /** Adds no more than one certificate and its key; call {@link #certificates} for several. */
        public Builder certificate(Path chain, Path key) {
            return certificates(List.of(chain), List.of(key));
        }

        /** Sets the certificates, the default one first, and their keys in the same order. */
        public Builder certificates(List<Path> chains, List<Path> chainKeys) {
            return put(keys.certificate, List.copyOf(chains)).put(keys.key, List.copyOf(chainKeys));
        }

        /** Sets the key store, a file in PKCS#12, and its password. */
        public Builder keyStore(Path file, String password) {
            return put(keys.keyStore, file).put(keys.keyStorePassword, password);
        }

        /** Sets which certificate clients are asked for, and the authorities in PEM that are trusted. */
        public Builder clientAuth(ClientAuth kind, Path... trusted) {
            return put(keys.clientAuth, kind).put(keys.trust, List.of(trusted));
        }

        /** Sets the versions of TLS that are permitted. */
        public Builder versions(String... permitted) {
            return put(keys.versions, List.of(permitted));
        }

        /** Sets the ciphers that are permitted, by the names of the JDK. */
        public Builder ciphers(String... permitted) {
            return put(keys.ciphers, List.of(permitted));
        }
    }
}
