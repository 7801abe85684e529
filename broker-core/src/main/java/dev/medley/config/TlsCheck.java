package dev.medley.config;

import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Settings;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** Checks values of TLS that are valid each by itself, but perhaps not together. */
record TlsCheck(Settings values, BiConsumer<Setting<?>, String> problems) {

    /** Reports every problem of a connector, whose further settings are {@code besides}. */
    void check(TlsSettings.Keys keys, Stream<Setting<?>> besides) {
        TlsSettings tls = new TlsSettings(values, keys);
        if (!tls.enabled()) {
            withoutCertificate(keys, besides);
            return;
        }
        if (tls.keyStore() != null && !tls.certificates().isEmpty()) {
            report(keys.keyStore, "cannot be combined with " + name(keys.certificate) + "; expected one of them");
        }
        keys(tls, keys);
        boolean asks = tls.clientAuth() != ClientAuth.NONE;
        if (asks && tls.trust().isEmpty()) {
            report(keys.clientAuth, "needs " + name(keys.trust) + "; expected the authorities of the clients there");
        }
        if (!asks && !tls.trust().isEmpty()) {
            report(keys.trust, "has no effect; expected " + name(keys.clientAuth) + ": want or need");
        }
        if (tls.versions().isEmpty()) {
            report(keys.versions, "is an empty list; expected TLSv1.2, TLSv1.3 or both");
        }
    }

    private void keys(TlsSettings tls, TlsSettings.Keys keys) {
        List<Path> certificates = tls.certificates();
        if (certificates.isEmpty() && !tls.keys().isEmpty()) {
            report(keys.key, "is given without a certificate; expected " + name(keys.certificate));
        } else if (!certificates.isEmpty() && tls.keys().isEmpty()) {
            report(keys.certificate, "has no key; expected the file of its private key in " + name(keys.key));
        } else if (certificates.size() != tls.keys().size()) {
            report(
                    keys.key,
                    "has %d keys for %d certificates; expected one for each, in the same order"
                            .formatted(tls.keys().size(), certificates.size()));
        }
    }

    private void withoutCertificate(TlsSettings.Keys keys, Stream<Setting<?>> besides) {
        Stream.concat(keys.options(), besides)
                .filter(values::isGiven)
                .forEach(setting -> report(
                        setting,
                        "has no effect without TLS; expected %s with its key, or %s"
                                .formatted(name(keys.certificate), name(keys.keyStore))));
    }

    private void report(Setting<?> setting, String text) {
        problems.accept(setting, text);
    }

    private static String name(Setting<?> setting) {
        return "server." + setting.path();
    }
}
