package dev.medley.partner;

import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.SettingsBuilder;
import dev.medley.setting.internal.SettingsType;
import dev.medley.setting.internal.SettingsView;
import dev.medley.setting.internal.TlsValues;
import dev.medley.setting.internal.ValueParsers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The section {@code tls} of a partner: TLS of the connections to it. Immutable. */
public final class PartnerTlsSettings extends SettingsView {

    static final Group KEYS = Group.section("tls", "TLS to a partner whose url begins with https");

    private static final Setting<Boolean> VERIFY = KEYS.key(
            "verify",
            ValueParsers.flag(),
            true,
            "Verify the partner's certificate and its host name; `false` is warned about at every start");
    private static final Setting<List<Path>> TRUST = KEYS.optional(
            "trust",
            TlsValues.files(),
            "the authorities of the Java runtime",
            "/etc/medley/authority.pem",
            "Certificates in PEM of the only authorities that the partner's certificate may be from");
    private static final Setting<Path> CERTIFICATE = KEYS.optional(
            "certificate",
            TlsValues.file(),
            "none",
            "/etc/medley/client.pem",
            "Client certificate in PEM with its chain, for partners that require one");
    private static final Setting<Path> KEY = KEYS.optional(
            "key",
            TlsValues.file(),
            "none",
            "/etc/medley/client.key",
            "Private key of the client certificate in PEM, without a password");
    private static final Setting<List<String>> VERSIONS =
            KEYS.optional("versions", TlsValues.versions(), "both", "[TLSv1.3]", "Versions of TLS that are offered");
    private static final Setting<List<String>> CIPHERS = KEYS.optional(
            "ciphers",
            TlsValues.cipherSuites(),
            "the Java runtime's suites with forward secrecy",
            "[TLS_AES_128_GCM_SHA256]",
            "Cipher suites that are offered, by the names of the JDK");
    private static final Setting<Duration> HANDSHAKE_TIMEOUT = KEYS.key(
            "handshake-timeout",
            ValueParsers.duration(),
            TimeKeys.CONNECT_TIMEOUT,
            "Time for the handshake, once the socket is connected");

    private static final SettingsType<PartnerTlsSettings> TYPE =
            new SettingsType<>("partner", KEYS, PartnerTlsSettings::new);

    PartnerTlsSettings(Settings values) {
        super(KEYS, values);
    }

    /** Begins settings in which everything has its default. */
    public static Builder builder() {
        return new Builder();
    }

    /** Reports values that are valid each by itself, but not together. */
    static void check(Settings values, boolean secure, BiConsumer<Setting<?>, String> problems) {
        if (!secure) {
            Stream.<Setting<?>>of(VERIFY, TRUST, CERTIFICATE, KEY, VERSIONS, CIPHERS)
                    .filter(values::isGiven)
                    .forEach(setting -> problems.accept(
                            setting, "has no effect without TLS; expected a url that begins with https"));
            return;
        }
        boolean hasCertificate = values.find(CERTIFICATE) != null;
        boolean hasKey = values.find(KEY) != null;
        if (hasCertificate && !hasKey) {
            problems.accept(CERTIFICATE, "has no key; expected the file of its private key in " + KEY.path());
        }
        if (hasKey && !hasCertificate) {
            problems.accept(KEY, "is given without a certificate; expected " + CERTIFICATE.path());
        }
        if (!values.get(VERIFY) && values.isGiven(TRUST)) {
            problems.accept(TRUST, "has no effect; expected " + VERIFY.path() + ": true");
        }
    }

    /** Returns the files of certificates and keys. */
    public List<Path> files() {
        Stream<Path> own = Stream.concat(Stream.ofNullable(certificate()), Stream.ofNullable(key()));
        return Stream.concat(trust().stream(), own).toList();
    }

    /** Returns {@code verify}. */
    public boolean verify() {
        return get(VERIFY);
    }

    /** Returns {@code trust}; empty if it is not set. */
    public List<Path> trust() {
        return Objects.requireNonNullElse(find(TRUST), List.of());
    }

    /** Returns {@code certificate}; null for none. */
    public @Nullable Path certificate() {
        return find(CERTIFICATE);
    }

    /** Returns {@code key}; null for none. */
    public @Nullable Path key() {
        return find(KEY);
    }

    /** Returns {@code versions}; empty if it is not set. */
    public List<String> versions() {
        return Objects.requireNonNullElse(find(VERSIONS), List.of());
    }

    /** Returns {@code ciphers}; empty if it is not set. */
    public List<String> ciphers() {
        return Objects.requireNonNullElse(find(CIPHERS), List.of());
    }

    /** Returns {@code handshake-timeout}. */
    public Duration handshakeTimeout() {
        return get(HANDSHAKE_TIMEOUT);
    }

    /** Collects the settings. A method sets the key of its name. */
    public static final class Builder extends SettingsBuilder<Builder, PartnerTlsSettings> {

        private Builder() {
            super(TYPE);
        }

        /** Sets {@code verify}. */
        public Builder verify(boolean on) {
            return put(VERIFY, on);
        }

        /** Sets {@code trust}. */
        public Builder trust(Path... files) {
            return put(TRUST, List.of(files));
        }

        /** Sets {@code certificate}. */
        public Builder certificate(Path file) {
            return put(CERTIFICATE, file);
        }

        /** Sets {@code key}. */
        public Builder key(Path file) {
            return put(KEY, file);
        }

        /** Sets {@code versions}. */
        public Builder versions(String... names) {
            return put(VERSIONS, List.of(names));
        }

        /** Sets {@code ciphers}. */
        public Builder ciphers(String... names) {
            return put(CIPHERS, List.of(names));
        }

        /** Sets {@code handshake-timeout}. */
        public Builder handshakeTimeout(Duration time) {
            return put(HANDSHAKE_TIMEOUT, time);
        }
    }
}
