package dev.medley.connection.internal;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings of TLS for the connections to a partner.
 *
 * @param verify whether the partner's certificate and its host name are verified
 * @param trust PEM files of the authorities that the partner's certificate may be from; empty for the JDK's own
 * @param certificate PEM file of the client certificate, with its chain; null for none
 * @param key PEM file of the client certificate's private key; null if there is no certificate
 * @param versions versions of TLS; empty for 1.2 and 1.3
 * @param ciphers cipher suites by their standard names; empty for the JDK's choice
 */
public record TlsOptions(
        boolean verify,
        List<Path> trust,
        @Nullable Path certificate,
        @Nullable Path key,
        List<String> versions,
        List<String> ciphers) {

    /** Verification by the JDK's authorities, and no client certificate. */
    public static final TlsOptions DEFAULT = new TlsOptions(true, List.of(), null, null, List.of(), List.of());
}
