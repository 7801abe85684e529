package dev.medley.partner;

import dev.medley.connection.TlsOptions;
import dev.medley.connection.internal.address.Address;
import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.TlsValues;
import dev.medley.setting.internal.ValueParsers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The keys of TLS that a partner has. */
record TlsKeys(
        Setting<Boolean> verify,
        Setting<List<Path>> trust,
        Setting<Path> certificate,
        Setting<Path> key,
        Setting<List<String>> versions,
        Setting<List<String>> ciphers,
        Setting<Duration> handshakeTimeout) {

    /** Declares them in a group of {@code partner}, whose {@code connectTimeout} is the default of the handshake's. */
    static TlsKeys in(Group partner, Setting<Duration> connectTimeout) {
        Group group = partner.group("tls", "TLS to a partner whose url begins with https");
        return new TlsKeys(
                group.key(
                        "verify",
                        ValueParsers.flag(),
                        true,
                        "Verify the partner's certificate and its host name; `false` is warned about at every start"),
                group.optional(
                        "trust",
                        TlsValues.files(),
                        "the authorities of the Java runtime",
                        "/etc/medley/authority.pem",
                        "Certificates in PEM of the only authorities that the partner's certificate may be from"),
                group.optional(
                        "certificate",
                        TlsValues.file(),
                        "none",
                        "/etc/medley/client.pem",
                        "Client certificate in PEM with its chain, for partners that require one"),
                group.optional(
                        "key",
                        TlsValues.file(),
                        "none",
                        "/etc/medley/client.key",
                        "Private key of the client certificate in PEM, without a password"),
                group.optional(
                        "versions", TlsValues.versions(), "both", "[TLSv1.3]", "Versions of TLS that are offered"),
                group.optional(
                        "ciphers",
                        TlsValues.cipherSuites(),
                        "those of the Java runtime with forward secrecy",
                        "[TLS_AES_128_GCM_SHA256]",
                        "Cipher suites that are offered, by the names of the JDK"),
                group.key(
                        "handshake-timeout",
                        ValueParsers.duration(),
                        connectTimeout,
                        "Time for the handshake, once the socket is connected"));
    }

    /** The values in one. */
    TlsOptions options(Settings values) {
        return new TlsOptions(
                values.get(verify),
                list(values.find(trust)),
                values.find(certificate),
                values.find(key),
                list(values.find(versions)),
                list(values.find(ciphers)));
    }

    void set(Settings.Builder values, TlsOptions options) {
        values.set(verify, options.verify());
        values.set(trust, options.trust());
        Path certificateFile = options.certificate();
        if (certificateFile != null) {
            values.set(certificate, certificateFile);
        }
        Path keyFile = options.key();
        if (keyFile != null) {
            values.set(key, keyFile);
        }
        values.set(versions, options.versions());
        values.set(ciphers, options.ciphers());
    }

    /** Reports values that are valid each by itself, but not together. */
    void check(Settings values, Address address, BiConsumer<Setting<?>, String> problems) {
        if (!address.secure()) {
            Stream.<Setting<?>>of(verify, trust, certificate, key, versions, ciphers)
                    .filter(values::isGiven)
                    .forEach(setting -> problems.accept(
                            setting, "has no effect without TLS; expected a url that begins with https"));
            return;
        }
        boolean hasCertificate = values.find(certificate) != null;
        boolean hasKey = values.find(key) != null;
        if (hasCertificate && !hasKey) {
            problems.accept(certificate, "has no key; expected the file of its private key in " + key.path());
        }
        if (hasKey && !hasCertificate) {
            problems.accept(key, "is given without a certificate; expected " + certificate.path());
        }
        if (!values.get(verify) && values.isGiven(trust)) {
            problems.accept(trust, "has no effect; expected " + verify.path() + ": true");
        }
    }

    private static <T> List<T> list(@Nullable List<T> given) {
        return given == null ? List.of() : given;
    }
}
