package dev.medley.stubs.tls;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The contents of a certificate that a {@link CertificateAuthority} issues. By default it is valid from an hour ago for
 * 365 days, for servers and for clients, with an EC key (P-256).
 *
 * @param subject the distinguished name, such as {@code CN=alice, O=Example}
 * @param hosts the DNS names and IP addresses it is valid for; empty for clients
 * @param from the beginning of its validity, to the second
 * @param days the length of its validity in days, at least 1
 * @param rsa whether the key is an RSA key of 2048 bits instead of an EC key
 */
public record CertificateRequest(String subject, List<String> hosts, Instant from, int days, boolean rsa) {

    private static final int USUAL_DAYS = 365;

    /** Checks the validity and copies the hosts. */
    public CertificateRequest {
        if (days < 1) {
            throw new IllegalArgumentException("days is " + days + ", but must be at least 1");
        }
        hosts = List.copyOf(hosts);
    }

    /** Requests a certificate of a server; the first host is its common name too. */
    public static CertificateRequest forHosts(String first, String... others) {
        List<String> hosts = new ArrayList<>(List.of(first));
        hosts.addAll(List.of(others));
        return new CertificateRequest("CN=" + first, hosts, anHourAgo(), USUAL_DAYS, false);
    }

    /** Requests a certificate of a client with this distinguished name, such as {@code CN=alice}. */
    public static CertificateRequest forClient(String subject) {
        return new CertificateRequest(subject, List.of(), anHourAgo(), USUAL_DAYS, false);
    }

    /** Returns a request that differs in the subject. */
    public CertificateRequest subject(String subject) {
        return new CertificateRequest(subject, hosts, from, days, rsa);
    }

    /** Returns a request that differs in the validity. */
    public CertificateRequest validity(Instant from, int days) {
        return new CertificateRequest(subject, hosts, from, days, rsa);
    }

    /** Returns a request for a certificate that expired a day ago. */
    public CertificateRequest expired() {
        return validity(Instant.now().minus(Duration.ofDays(11)), 10);
    }

    /** Returns a request for a certificate that becomes valid tomorrow. */
    public CertificateRequest notYetValid() {
        return validity(Instant.now().plus(Duration.ofDays(1)), 10);
    }

    /** Returns a request for an RSA key of 2048 bits. */
    public CertificateRequest withRsaKey() {
        return new CertificateRequest(subject, hosts, from, days, true);
    }

    /** Returns the instant at which the certificate expires. */
    public Instant until() {
        return from.plus(Duration.ofDays(days));
    }

    private static Instant anHourAgo() {
        return Instant.now().minus(Duration.ofHours(1));
    }
}
