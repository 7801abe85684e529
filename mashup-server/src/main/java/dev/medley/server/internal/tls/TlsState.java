package dev.medley.server.internal.tls;

import dev.medley.config.ClientAuth;
import java.util.List;

/**
 * TLS of a connector at one moment.
 *
 * @param clientAuth the certificate that clients are asked for
 * @param versions permitted ones
 * @param certificates in use, the default one first
 */
public record TlsState(ClientAuth clientAuth, List<String> versions, List<ServerCertificate> certificates) {

    /** Takes copies. */
    public TlsState {
        versions = List.copyOf(versions);
        certificates = List.copyOf(certificates);
    }
}
