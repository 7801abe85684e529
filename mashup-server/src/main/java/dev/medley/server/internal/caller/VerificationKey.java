package dev.medley.server.internal.caller;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.KeyOperation;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.JSONObjectUtils;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

    /** A longer one would take a check of a signature very long. */
    private static final int MAX_RSA_BITS = 16_384;

    /**
     * Reads a JWK set (RFC 7517). Keys for other purposes, of kinds that are not supported, those that are too short or too long,
     * and those that are malformed are left out (section 5): the others are of use.
     *
     * @throws ParseException if it is none, or has no key that verifies signatures
     */
    static List<VerificationKey> read(String document) throws ParseException {
        List<VerificationKey> keys = new ArrayList<>();
        List<?> all = members(document);
        if (all.size() > MAX_KEYS) {
            throw new ParseException("%d keys; expected at most %d".formatted(all.size(), MAX_KEYS), 0);
        }
        for (Object each : all) {
            VerificationKey key = key(each);
            if (key != null) {
                keys.add(key);
            }
        }
        if (keys.isEmpty()) {
            throw new ParseException("no key that verifies signatures", 0);
        }
        return List.copyOf(keys);
    }

    private static List<?> members(String document) throws ParseException {
        Map<String, Object> set = JSONObjectUtils.parse(document);
        if (set == null || !(set.get("keys") instanceof List<?> members)) {
            throw new ParseException("no object with a list keys", 0);
        }
        return members;
    }

    private static @Nullable VerificationKey key(@Nullable Object member) {
        JWK key;
        try {
            // The library fails with a NullPointerException where a member is null.
            key = member instanceof Map<?, ?> object ? JWK.parse(copy(object)) : null;
        } catch (ParseException | RuntimeException x) {
            LOG.debug("a key is left out", x);
            return null;
        }
        JWSVerifier verifier = key != null && isForSignatures(key) ? verifier(key) : null;
        return key == null || verifier == null
                ? null
                : new VerificationKey(
                        key.getKeyID(),
                        key.getAlgorithm() == null
                                ? null
                                : JWSAlgorithm.parse(key.getAlgorithm().getName()),
                        verifier);
    }

    private static Map<String, Object> copy(Map<?, ?> object) {
        Map<String, Object> copy = new HashMap<>();
        object.forEach((name, value) -> copy.put(String.valueOf(name), value));
        return copy;
    }

    private static boolean isForSignatures(JWK key) {
        boolean used = key.getKeyUse() == null || key.getKeyUse().equals(KeyUse.SIGNATURE);
        return used && (key.getKeyOperations() == null || key.getKeyOperations().contains(KeyOperation.VERIFY));
    }

    private static @Nullable JWSVerifier verifier(JWK key) {
        try {
            if (key instanceof RSAKey rsa && rsa.size() >= MIN_RSA_BITS && rsa.size() <= MAX_RSA_BITS) {
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
