package dev.medley.server.internal.caller;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.StubAnswer;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.function.Consumer;

/** An issuer of tokens, whose keys a stub has. */
public final class Issuer implements AutoCloseable {

    public static final String NAME = "https://login.test";
    public static final String AUDIENCE = "medley";
    public static final String PATH = "/jwks";

    private final PartnerStubs stubs;
    private volatile StubAnswer answer = StubAnswer.status(503);

    public Issuer() {
        stubs = PartnerStubs.builder()
                .threads(2)
                .answer("GET", PATH, request -> answer)
                .start();
    }

    public static RSAKey rsa(String id) {
        try {
            return new RSAKeyGenerator(2048).keyID(id).generate();
        } catch (JOSEException x) {
            throw new IllegalStateException(x);
        }
    }

    public static ECKey ec(String id) {
        try {
            return new ECKeyGenerator(Curve.P_256).keyID(id).generate();
        } catch (JOSEException x) {
            throw new IllegalStateException(x);
        }
    }

    /** Has these keys from now on. */
    public Issuer keys(JWK... keys) {
        List<JWK> all = Arrays.stream(keys).map(JWK::toPublicJWK).toList();
        return answer(StubAnswer.json(200, new JWKSet(all).toString()));
    }

    public Issuer answer(StubAnswer other) {
        answer = other;
        return this;
    }

    public URI uri() {
        return stubs.uri();
    }

    public int fetches() {
        return fetchesOf(PATH);
    }

    public int fetchesOf(String path) {
        return stubs.recorded("GET", path).size();
    }

    /** Returns the claims of a token that is right. */
    public static JWTClaimsSet.Builder claims() {
        Instant now = Instant.now();
        return new JWTClaimsSet.Builder()
                .issuer(NAME)
                .audience(AUDIENCE)
                .subject("ada")
                .claim("scope", "trip.read trip.write")
                .claim("roles", List.of("clerk"))
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plus(Duration.ofMinutes(5))));
    }

    /** Returns a token that is right but for what {@code change} changes. */
    public static String token(JWK key, Consumer<JWTClaimsSet.Builder> change) {
        return token(key, header(key).build(), change);
    }

    public static JWSHeader.Builder header(JWK key) {
        return new JWSHeader.Builder(key instanceof RSAKey ? JWSAlgorithm.RS256 : JWSAlgorithm.ES256)
                .keyID(key.getKeyID())
                .type(JOSEObjectType.JWT);
    }

    public static String token(JWK key, JWSHeader header, Consumer<JWTClaimsSet.Builder> change) {
        JWTClaimsSet.Builder claims = claims();
        change.accept(claims);
        try {
            SignedJWT token = new SignedJWT(header, claims.build());
            token.sign(key instanceof RSAKey rsa ? new RSASSASigner(rsa) : new ECDSASigner(key.toECKey()));
            return token.serialize();
        } catch (JOSEException x) {
            throw new IllegalStateException(x);
        }
    }

    @Override
    public void close() {
        stubs.close();
    }
}
