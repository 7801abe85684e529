package dev.medley.server.internal.capacity;

import dev.medley.config.TlsSettings;
import dev.medley.config.internal.Configuration;
import dev.medley.partner.PartnerSettings;
import dev.medley.server.internal.tls.ServerCertificate;
import dev.medley.tls.internal.CertificateFileException;
import dev.medley.tls.internal.PemFiles;
import dev.medley.tls.internal.Pkcs12Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Checks that the certificates of the configuration can be used, with their keys, and do not expire soon. */
final class CertificateChecks {

    /** When the server begins to warn, too. */
    private static final Duration SOON = Duration.ofDays(30);

    private final Instant now;
    private final List<Finding> findings = new ArrayList<>();

    private CertificateChecks(Instant now) {
        this.now = now;
    }

    /** Reads the files of {@code configuration}. */
    static List<Finding> of(Configuration configuration, Instant now) {
        CertificateChecks checks = new CertificateChecks(now);
        checks.server("server.tls", configuration.server().tls());
        checks.server("server.admin.tls", configuration.server().adminTls());
        configuration.partners().forEach(checks::partner);
        return List.copyOf(checks.findings);
    }

    private void server(String key, TlsSettings tls) {
        @Nullable Path keyStore = tls.keyStore();
        if (keyStore != null) {
            check(key, keyStore, () -> Pkcs12Files.keyStore(keyStore, tls.keyStorePassword()));
        }
        for (int i = 0; i < tls.certificates().size(); i++) {
            Path chain = tls.certificates().get(i);
            Path privateKey = tls.keys().get(i);
            check(key, chain, () -> PemFiles.keyStore(chain, privateKey));
        }
    }

    private void partner(PartnerSettings partner) {
        @Nullable Path chain = partner.tls().certificate();
        @Nullable Path privateKey = partner.tls().key();
        if (chain != null && privateKey != null) {
            check(partner.name() + ": tls", chain, () -> PemFiles.keyStore(chain, privateKey));
        }
    }

    /** Reads the files of one certificate, and its key. */
    private interface Files {
        KeyStore read();
    }

    private void check(String owner, Path file, Files files) {
        String name = owner + ": days left of " + file.getFileName();
        try {
            KeyStore store = files.read();
            X509Certificate certificate = (X509Certificate) store.getCertificate("key");
            double days = Math.floor(ServerCertificate.of(file, certificate).daysLeft(now));
            add(name, days, "renew " + file + "; a running server loads the new one automatically");
        } catch (CertificateFileException x) {
            add(name, 0, String.valueOf(x.getMessage()));
        } catch (GeneralSecurityException x) {
            throw new IllegalStateException("a key store in memory fails", x);
        }
    }

    private void add(String name, double days, String fix) {
        findings.add(new Finding(name, OptionalDouble.of(days), SOON.toDays(), Unit.COUNT, List.of(fix)));
    }
}
