package dev.medley.server.internal.caller;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyOperation;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A public key of an issuer, which verifies signatures.
 *
 * @param id by which tokens name it; null for none
 * @param algorithm for which alone it is; null for any of its kind
 */
record VerificationKey(@Nullable String id, @Nullable JWSAlgorithm algorithm, JWSVerifier verifier) {

    private static final Logger LOG = LoggerFactory.getLogger(VerificationKey.class);
    private static final int MAX_KEYS = 100;
    private static final int MIN_RSA_BITS = 2048;

    /**
     * Reads a JWK set (RFC 7517). Keys for other purposes, of kinds that are not supported, and those that are too short are left
     * out.
     *
     * @throws ParseException if it is none, or has no key that verifies signatures
     */
    static List<VerificationKey> read(String document) throws ParseException {
        List<VerificationKey> keys = new ArrayList<>();
        List<JWK> all = JWKSet.parse(document).getKeys();
        if (all.size() > MAX_KEYS) {
            throw new ParseException("%d keys; expected at most %d".formatted(all.size(), MAX_KEYS), 0);
        }
        for (JWK each : all) {
            JWSVerifier verifier = isForSignatures(each) ? verifier(each) : null;
            if (verifier != null) {
                JWSAlgorithm algorithm = each.getAlgorithm() == null
                        ? null
                        : JWSAlgorithm.parse(each.getAlgorithm().getName());
                keys.add(new VerificationKey(each.getKeyID(), algorithm, verifier));
            }
        }
        if (keys.isEmpty()) {
            throw new ParseException("no key that verifies signatures", 0);
        }
        return List.copyOf(keys);
    }

    private static boolean isForSignatures(JWK key) {
        boolean used = key.getKeyUse() == null || key.getKeyUse().equals(KeyUse.SIGNATURE);
        return used && (key.getKeyOperations() == null || key.getKeyOperations().contains(KeyOperation.VERIFY));
    }

    private static @Nullable JWSVerifier verifier(JWK key) {
        try {
            if (key instanceof RSAKey rsa && rsa.size() >= MIN_RSA_BITS) {
                return new RSASSAVerifier(rsa.toRSAPublicKey());
            }
            return key instanceof ECKey ec ? new ECDSAVerifier(ec.toECPublicKey()) : null;
        } catch (JOSEException x) {
            LOG.debug("the key {} is left out", key.getKeyID(), x);
            return null;
        }
    }

    /** Returns whether a token with {@code header} may have been signed by this key. */
    boolean mayHaveSigned(JWSHeader header) {
        return (algorithm == null || algorithm.equals(header.getAlgorithm()))
                && verifier.supportedJWSAlgorithms().contains(header.getAlgorithm())
                && (header.getKeyID() == null || header.getKeyID().equals(id));
    }
}
