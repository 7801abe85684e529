package dev.medley.server.internal.tls;

import dev.medley.config.TlsSettings;
import dev.medley.tls.internal.FileFingerprint;
import dev.medley.tls.internal.PemFiles;
import dev.medley.tls.internal.Pkcs12Files;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The files of certificates, keys and authorities of one connector. */
final class TlsFiles {

    private static final String KEY = "key";
    private static final char[] NO_PASSWORD = {};

    private final TlsSettings settings;

    TlsFiles(TlsSettings settings) {
        this.settings = settings;
    }

    /**
     * The content of the files.
     *
     * @param keys each with its chain, under the aliases 0, 1, ...; the default one is 0, and the passwords are empty
     * @param trust the authorities of clients; null if clients are not asked for a certificate
     * @param certificates the certificates of the keys, in order
     */
    record Content(KeyStore keys, @Nullable KeyStore trust, List<ServerCertificate> certificates) {}

    /**
     * Reads and checks the files.
     *
     * @throws dev.medley.tls.internal.CertificateFileException if one of them cannot be used
     */
    Content read() {
        Map<KeyStore, Path> stores = new LinkedHashMap<>();
        @Nullable Path keyStore = settings.keyStore();
        if (keyStore != null) {
            stores.put(Pkcs12Files.keyStore(keyStore, settings.keyStorePassword()), keyStore);
        }
        for (int i = 0; i < settings.certificates().size(); i++) {
            Path chain = settings.certificates().get(i);
            stores.put(PemFiles.keyStore(chain, settings.keys().get(i)), chain);
        }
        KeyStore trust = settings.trust().isEmpty() ? null : PemFiles.trustStore(settings.trust());
        try {
            return content(stores, trust);
        } catch (GeneralSecurityException | IOException x) {
            throw new IllegalStateException("a key store in memory fails", x);
        }
    }

    private static Content content(Map<KeyStore, Path> stores, @Nullable KeyStore trust)
            throws GeneralSecurityException, IOException {
        KeyStore all = KeyStore.getInstance("PKCS12");
        all.load(null, NO_PASSWORD);
        List<ServerCertificate> certificates = new ArrayList<>();
        for (Map.Entry<KeyStore, Path> each : stores.entrySet()) {
            KeyStore store = each.getKey();
            String alias = String.valueOf(certificates.size());
            all.setKeyEntry(alias, store.getKey(KEY, NO_PASSWORD), NO_PASSWORD, store.getCertificateChain(KEY));
            certificates.add(ServerCertificate.of(each.getValue(), (X509Certificate) store.getCertificate(KEY)));
        }
        return new Content(all, trust, List.copyOf(certificates));
    }

    /** Returns the {@linkplain FileFingerprint fingerprint} of all files. */
    String fingerprint() {
        Stream<Path> keyStore = Stream.ofNullable(settings.keyStore());
        return FileFingerprint.of(Stream.of(
                        keyStore, settings.certificates().stream(), settings.keys().stream(), settings.trust().stream())
                .flatMap(files -> files)
                .toList());
    }
}
