package dev.medley.server.internal.caller;

import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.text.ParseException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A token as it was read, whose signature is not checked: anybody may have made it. Immutable.
 *
 * @param claims as values of JSON
 */
record SignedToken(SignedJWT jwt, @Nullable String issuer, List<String> audiences, Map<String, Object> claims) {

    /** The library counts milliseconds, which later times have no room for. */
    private static final long LAST_SECOND =
            Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();

    /**
     * Reads {@code token}.
     *
     * @throws ParseException if it is no signed JWT, or claims of RFC 7519 have other types than there
     */
    static SignedToken read(String token) throws ParseException {
        try {
            SignedJWT jwt = SignedJWT.parse(token);
            JWTClaimsSet claims = jwt.getJWTClaimsSet();
            List<String> audiences =
                    claims.getAudience().stream().filter(Objects::nonNull).toList();
            return new SignedToken(
                    jwt, claims.getIssuer(), audiences, jwt.getPayload().toJSONObject());
        } catch (RuntimeException | StackOverflowError x) {
            // Of the library, which expects neither null nor any depth.
            ParseException malformed = new ParseException("the token cannot be read", 0);
            malformed.initCause(x);
            throw malformed;
        }
    }

    JWSHeader header() {
        return jwt.getHeader();
    }

    /** Returns the time that a claim is, in seconds since 1970 (RFC 7519, section 2); null for none. */
    @Nullable
    Instant time(String claim) {
        return claims.get(claim) instanceof Number seconds
                ? Instant.ofEpochSecond((long) Math.max(0, Math.min((double) LAST_SECOND, seconds.doubleValue())))
                : null;
    }
}
