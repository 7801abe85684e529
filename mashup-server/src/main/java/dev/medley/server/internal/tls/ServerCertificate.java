package dev.medley.server.internal.tls;

import java.nio.file.Path;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * A certificate that a connector presents.
 *
 * @param file that has it
 * @param subject such as {@code CN=api.example.com}
 * @param issuer its authority
 * @param names the DNS names and IP addresses it is valid for
 * @param notBefore the beginning of its validity
 * @param notAfter the end of its validity
 * @param serialNumber in hexadecimal digits
 */
public record ServerCertificate(
        String file,
        String subject,
        String issuer,
        List<String> names,
        Instant notBefore,
        Instant notAfter,
        String serialNumber) {

    private static final int DNS_NAME = 2;
    private static final int IP_ADDRESS = 7;
    private static final int HEXADECIMAL = 16;
    private static final double DAY_SECONDS = Duration.ofDays(1).toSeconds();

    /** Returns the properties of a certificate of {@code file}. */
    public static ServerCertificate of(Path file, X509Certificate certificate) {
        return new ServerCertificate(
                file.toString(),
                certificate.getSubjectX500Principal().getName(),
                certificate.getIssuerX500Principal().getName(),
                names(certificate),
                certificate.getNotBefore().toInstant(),
                certificate.getNotAfter().toInstant(),
                certificate.getSerialNumber().toString(HEXADECIMAL));
    }

    /** Returns the days until it expires; negative once it has. */
    public double daysLeft(Instant now) {
        return Duration.between(now, notAfter).toSeconds() / DAY_SECONDS;
    }

    private static List<String> names(X509Certificate certificate) {
        Collection<List<?>> alternatives;
        try {
            alternatives = certificate.getSubjectAlternativeNames();
        } catch (CertificateParsingException x) {
            return List.of();
        }
        List<String> names = new ArrayList<>();
        if (alternatives != null) {
            for (List<?> alternative : alternatives) {
                Object kind = alternative.get(0);
                if (kind.equals(DNS_NAME) || kind.equals(IP_ADDRESS)) {
                    names.add(String.valueOf(alternative.get(1)));
                }
            }
        }
        return List.copyOf(names);
    }
}
