package dev.medley.connection.internal.jetty;

import dev.medley.connection.internal.TlsException;
import dev.medley.connection.internal.address.Address;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Locale;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** The reasons of failed TLS handshakes in plain words, where the JDK names its own classes. */
public final class TlsFailure {

    private static final String ALERT = "Received fatal alert: ";

    private TlsFailure() {}

    /** Returns {@code failure}, or what it means if it is one of TLS. */
    public static Throwable explained(Address address, Throwable failure) {
        if (!(failure instanceof SSLException) && find(failure, CertificateException.class) == null) {
            return failure;
        }
        return new TlsException("%s (host %s)".formatted(reason(address, failure), address.host()), failure);
    }

    private static String reason(Address address, Throwable failure) {
        CertificateExpiredException expired = find(failure, CertificateExpiredException.class);
        if (expired != null) {
            return "certificate expired (" + expired.getMessage() + ")";
        }
        CertificateNotYetValidException early = find(failure, CertificateNotYetValidException.class);
        if (early != null) {
            return "certificate not yet valid (" + early.getMessage() + ")";
        }
        if (find(failure, CertPathBuilderException.class) != null) {
            return "certificate of an unknown authority; name the authority's PEM file in tls.trust";
        }
        CertPathValidatorException path = find(failure, CertPathValidatorException.class);
        if (path != null) {
            return "certificate not accepted: " + path.getMessage();
        }
        CertificateException certificate = find(failure, CertificateException.class);
        String message = String.valueOf((certificate == null ? failure : certificate).getMessage());
        if (certificate != null && message.toLowerCase(Locale.ROOT).contains("subject alternative")) {
            return "certificate of another host: " + message;
        }
        if (certificate != null) {
            return "certificate not accepted: " + message;
        }
        if (message.contains(ALERT)) {
            String alert = message.substring(message.indexOf(ALERT) + ALERT.length());
            return "the partner refused it with alert " + alert + hint(alert);
        }
        if (message.contains("Unsupported or unrecognized SSL message") || message.contains("plaintext connection")) {
            return "the partner does not speak TLS on port " + address.connectPort();
        }
        if (message.contains("Abruptly closed by peer") || message.contains("Closed during handshake")) {
            return "the partner closed the connection during the handshake";
        }
        return message;
    }

    private static String hint(String alert) {
        return switch (alert) {
            case "certificate_required", "bad_certificate", "handshake_failure" ->
                "; it may require a client certificate, see tls.certificate";
            case "no_application_protocol" -> "; it does not offer the protocol that is configured";
            case "protocol_version" -> "; it supports no version of TLS from 1.2 on";
            default -> "";
        };
    }

    private static <T extends Throwable> @Nullable T find(Throwable failure, Class<T> kind) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (kind.isInstance(cause)) {
                return kind.cast(cause);
            }
        }
        return null;
    }
}
