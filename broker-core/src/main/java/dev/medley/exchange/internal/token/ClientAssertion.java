package dev.medley.exchange.internal.token;

import dev.medley.json.Json;
import dev.medley.partner.internal.credential.SigningKey;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The JWTs by which Medley shows an issuer who it is (RFC 7523, section 2.2). */
final class ClientAssertion {

    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Duration LIFETIME = Duration.ofMinutes(1);
    private static final int ID_BYTES = 16;

    private ClientAssertion() {}

    /** Returns a new one of {@code clientId} for {@code audience}. */
    static String issue(SigningKey key, @Nullable String keyId, String clientId, String audience, Instant now) {
        byte[] id = new byte[ID_BYTES];
        RANDOM.nextBytes(id);
        Map<String, Object> header = new LinkedHashMap<>();
        header.put("alg", key.algorithm());
        header.put("typ", "JWT");
        if (keyId != null) {
            header.put("kid", keyId);
        }
        Map<String, Object> claims = new LinkedHashMap<>();
        claims.put("iss", clientId);
        claims.put("sub", clientId);
        claims.put("aud", audience);
        claims.put("jti", BASE64.encodeToString(id));
        claims.put("iat", now.getEpochSecond());
        claims.put("exp", now.plus(LIFETIME).getEpochSecond());
        String content = encoded(header) + "." + encoded(claims);
        return content + "." + BASE64.encodeToString(key.sign(content));
    }

    private static String encoded(Map<String, Object> part) {
        return BASE64.encodeToString(Json.of(part).bytes());
    }
}
