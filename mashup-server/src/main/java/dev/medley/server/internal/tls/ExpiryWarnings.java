package dev.medley.server.internal.tls;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs certificates that expire soon, or have expired, once a day. Used by one thread at a time. */
final class ExpiryWarnings {

    /** Let's Encrypt and others renew at this age; a later warning would leave little time to repair that. */
    static final Duration SOON = Duration.ofDays(30);

    private static final Logger LOG = LoggerFactory.getLogger(ExpiryWarnings.class);
    private static final Duration DAY = Duration.ofDays(1);

    private final String key;
    private Map<ServerCertificate, Instant> warned = Map.of();

    /** Creates the warnings of the connector whose settings {@code key} has. */
    ExpiryWarnings(String key) {
        this.key = key;
    }

    /** Logs the {@code certificates} that are due for a warning. */
    void check(List<ServerCertificate> certificates, Instant now) {
        Map<ServerCertificate, Instant> next = new HashMap<>();
        for (ServerCertificate certificate : certificates) {
            Instant last = warned.get(certificate);
            if (last != null && now.isBefore(last.plus(DAY))) {
                next.put(certificate, last);
            } else if (!now.isBefore(certificate.notAfter().minus(SOON))) {
                log(certificate, now);
                next.put(certificate, now);
            }
        }
        warned = next;
    }

    private void log(ServerCertificate certificate, Instant now) {
        if (now.isBefore(certificate.notAfter())) {
            LOG.warn(
                    "{}: the certificate {} expires in {} days, at {}",
                    key,
                    certificate.subject(),
                    (long) certificate.daysLeft(now),
                    certificate.notAfter());
        } else {
            LOG.warn("{}: the certificate {} expired at {}", key, certificate.subject(), certificate.notAfter());
        }
    }
}
