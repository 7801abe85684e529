package dev.medley.server.internal.caller;

import dev.medley.caller.Caller;
import dev.medley.caller.CallerKind;
import dev.medley.config.internal.caller.CallerSettings.CertificateName;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Callers that their certificate names, which TLS has verified. Immutable. */
record CertificateCallers(CertificateName place) {

    /** The kinds of alternative names (RFC 5280, section 4.2.1.6). */
    private static final int EMAIL = 1;

    private static final int DNS = 2;
    private static final int URI = 6;

    /** Returns who shows {@code certificate}. */
    Shown shown(X509Certificate certificate) {
        String name = name(certificate);
        return name == null || !TokenCallers.isName(name)
                ? Shown.wrong("the certificate has no name of the kind %s without control characters"
                        .formatted(place.configured()))
                : Shown.known(Caller.of(
                        CallerKind.CERTIFICATE,
                        CallerKind.CERTIFICATE.configured(),
                        name,
                        Set.of(),
                        Set.of(),
                        Map.of("subject", certificate.getSubjectX500Principal().getName())));
    }

    private @Nullable String name(X509Certificate certificate) {
        return switch (place) {
            case SUBJECT -> certificate.getSubjectX500Principal().getName();
            case DNS -> alternative(certificate, DNS);
            case URI -> alternative(certificate, URI);
            case EMAIL -> alternative(certificate, EMAIL);
        };
    }

    private static @Nullable String alternative(X509Certificate certificate, int kind) {
        try {
            Collection<List<?>> names = certificate.getSubjectAlternativeNames();
            return names == null
                    ? null
                    : names.stream()
                            .filter(name -> name.get(0).equals(kind))
                            .map(name -> String.valueOf(name.get(1)))
                            .findFirst()
                            .orElse(null);
        } catch (CertificateParsingException x) {
            return null;
        }
    }
}
