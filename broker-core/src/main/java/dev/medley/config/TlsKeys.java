package dev.medley.config;

import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Setting.Trait;
import dev.medley.setting.internal.TlsValues;
import dev.medley.setting.internal.ValueParsers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The keys of TLS that each connector has. */
record TlsKeys(
        Setting<List<Path>> certificate,
        Setting<List<Path>> key,
        Setting<Path> keyStore,
        Setting<String> keyStorePassword,
        Setting<ClientAuth> clientAuth,
        Setting<List<Path>> trust,
        Setting<List<String>> versions,
        Setting<List<String>> ciphers) {

    /** Declares them in {@code group}. */
    static TlsKeys in(Group group) {
        return new TlsKeys(
                group.optional(
                        "certificate",
                        TlsValues.files(),
                        "no TLS, unless there is a `key-store`",
                        "/etc/medley/server.pem",
                        "Certificate chain in PEM, the server's own certificate first; of several files, each with its key,"
                                + " the name that the client asks for (SNI) decides, and the first is the default",
                        Trait.OF_CONTAINER,
                        Trait.CHANGEABLE),
                group.optional(
                        "key",
                        TlsValues.files(),
                        "none",
                        "/etc/medley/server.key",
                        "Private key of the certificate in PEM, without a password; for several certificates, in the same"
                                + " order",
                        Trait.OF_CONTAINER,
                        Trait.CHANGEABLE),
                group.optional(
                        "key-store",
                        TlsValues.file(),
                        "none",
                        "/etc/medley/server.p12",
                        "PKCS#12 file with certificate chain and key, in place of `certificate` and `key`",
                        Trait.OF_CONTAINER,
                        Trait.CHANGEABLE),
                group.optional(
                        "key-store-password",
                        TlsValues.password(),
                        "empty",
                        "'changeit'",
                        "Password of the `key-store`; better set by environment variable",
                        Trait.OF_CONTAINER,
                        Trait.CHANGEABLE),
                group.key(
                        "client-auth",
                        ValueParsers.choice(
                                "a kind of client authentication", ClientAuth.class, ClientAuth::configured, Map.of()),
                        ClientAuth.NONE,
                        "Client certificates: `none` requests no certificate, `want` accepts clients without one,"
                                + " `need` refuses them; a certificate that `trust` does not cover is always refused",
                        Trait.OF_CONTAINER,
                        Trait.CHANGEABLE),
                group.optional(
                        "trust",
                        TlsValues.files(),
                        "none; must be given with `want` and `need`",
                        "/etc/medley/client-authority.pem",
                        "Certificates in PEM of the authorities whose client certificates are trusted",
                        Trait.OF_CONTAINER,
                        Trait.CHANGEABLE),
                group.optional(
                        "versions",
                        TlsValues.versions(),
                        "both",
                        "[TLSv1.3]",
                        "Versions of TLS that clients may use",
                        Trait.OF_CONTAINER,
                        Trait.CHANGEABLE),
                group.optional(
                        "ciphers",
                        TlsValues.cipherSuites(),
                        "the Java runtime's suites with forward secrecy",
                        "[TLS_AES_128_GCM_SHA256]",
                        "Cipher suites that clients may use, by the names of the JDK",
                        Trait.OF_CONTAINER,
                        Trait.CHANGEABLE));
    }

    /** Returns all of them. */
    public Stream<Setting<?>> all() {
        return Stream.concat(Stream.of(certificate, keyStore), options());
    }

    /** Returns those that have no effect unless there is a certificate. */
    Stream<Setting<?>> options() {
        return Stream.of(key, keyStorePassword, clientAuth, trust, versions, ciphers);
    }
}
