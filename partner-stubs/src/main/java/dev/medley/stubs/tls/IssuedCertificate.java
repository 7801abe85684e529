package dev.medley.stubs.tls;

import java.nio.file.Path;

/**
 * The files of a certificate that a {@link CertificateAuthority} issued.
 *
 * @param chain PEM: the certificate, then the authority's
 * @param key PEM: the private key, PKCS#8, not encrypted, readable by its owner only
 * @param keyStore PKCS#12: key and chain in one entry
 * @param password the password of the key store and of its entry
 */
public record IssuedCertificate(Path chain, Path key, Path keyStore, String password) {}
