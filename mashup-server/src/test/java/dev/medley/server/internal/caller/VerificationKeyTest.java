package dev.medley.server.internal.caller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.nimbusds.jose.jwk.ECKey;
import java.text.ParseException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The keys of an issuer that verify signatures. */
class VerificationKeyTest {

    private static final ECKey KEY = Issuer.ec("good");
    private static final String GOOD = KEY.toPublicJWK().toString();
    private static final String MODULUS = "_".repeat(342);

    /** RFC 7517, section 5: a key of a kind or with values that are not understood is left out. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "1",
                "{}",
                "{'kty':'XX'}",
                "{'kty':'EC','crv':'P-256','x':'AA','y':'AA'}",
                "{'kty':'EC','crv':'P-999','x':'AA','y':'AA'}",
                "{'kty':'EC','crv':null,'x':null,'y':null}",
                "{'kty':'RSA','n':'','e':''}",
                "{'kty':'RSA','n':'AQAB','e':'AQAB'}",
                "{'kty':'RSA','n':'MODULUS','e':'AQAB','use':1}",
                "{'kty':'RSA','n':'MODULUS','e':'AQAB','use':'enc'}",
                "{'kty':'RSA','n':'MODULUS','e':'AQAB','alg':1}",
                "{'kty':'RSA','n':'MODULUS','e':'AQAB','x5c':['AA']}",
                "{'kty':'RSA','n':'MODULUS','e':'AQAB','key_ops':['other']}",
                "{'kty':'RSA','n':'MODULUSMODULUSMODULUSMODULUSMODULUSMODULUSMODULUSMODULUSMODULUS','e':'AQAB'}",
                "{'kty':'OKP','crv':'Ed25519','x':'AA'}",
                "{'kty':'oct','k':'AAAA'}",
            })
    void aKeyThatIsOfNoUseLeavesTheOthers(String other) throws ParseException {
        String key = other.replace('\'', '"').replace("MODULUS", MODULUS);

        assertThat(VerificationKey.read("{\"keys\":[" + key + "," + GOOD + "]}"))
                .extracting(VerificationKey::id)
                .containsExactly("good");
        assertThatExceptionOfType(ParseException.class)
                .isThrownBy(() -> VerificationKey.read("{\"keys\":[" + key + "]}"))
                .withMessage("no key that verifies signatures");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null", "[]", "{}", "{\"keys\":null}", "{\"keys\":{}}", "{\"keys\":[", "<html>"})
    void whatIsNoSetOfKeysIsRefused(String document) {
        assertThatExceptionOfType(ParseException.class).isThrownBy(() -> VerificationKey.read(document));
    }

    @Test
    void aSetHasAHundredKeysAtMost() {
        assertThatExceptionOfType(ParseException.class)
                .isThrownBy(() -> VerificationKey.read("{\"keys\":[" + (GOOD + ",").repeat(100) + GOOD + "]}"))
                .withMessage("101 keys; expected at most 100");
    }
}
