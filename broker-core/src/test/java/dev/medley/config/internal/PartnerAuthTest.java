package dev.medley.config.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.config.ConfigurationException;
import dev.medley.partner.OAuth2Grant;
import dev.medley.partner.OAuth2Settings;
import dev.medley.partner.PartnerSettings;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The credentials of partners, as the configuration has them. */
class PartnerAuthTest {

    private static PartnerSettings shop(String auth) {
        return shop(auth, "");
    }

    private static PartnerSettings shop(String auth, String callers) {
        return Given.READER
                .parse("medley.yaml", """
                        partners:
                          shop:
                            url: http://shop.test
                            auth: %s
                          login: {url: http://login.test}
                        %s
                        """.formatted(auth, callers), Map.of("KEY", "s3cret"), Map.of())
                .partners()
                .get(0);
    }

    private static void assertRefused(String auth, String message) {
        assertThatThrownBy(() -> shop(auth))
                .isInstanceOfSatisfying(
                        ConfigurationException.class,
                        x -> assertThat(x.problems()).containsExactly(message));
    }

    @Test
    void eachKindIsRead() {
        assertThat(shop("{bearer: '${env:KEY}'}").auth().bearer()).isEqualTo("s3cret");
        assertThat(shop("{basic: {user: me, password: 4711}}").auth().password())
                .isEqualTo("4711");
        assertThat(shop("{header: {name: X-Api-Key, value: k}}").auth().field()).isEqualTo("X-Api-Key");
        assertThat(shop("{query: {name: key, value: k}}").auth().field()).isNull();
        assertThat(shop("{oauth2: {issuer: login, path: /token, client-id: me, client-secret: k, scope: [a, b]}}")
                        .auth()
                        .oauth2()
                        .map(OAuth2Settings::scope)
                        .orElseThrow())
                .containsExactly("a", "b");
    }

    @Test
    void anIssuerIsAPartner() {
        assertRefused(
                "{oauth2: {issuer: logn, path: /token, client-id: me, client-secret: k}}",
                "medley.yaml:4:29: partners.shop.auth.oauth2.issuer: no partner is named 'logn'; expected one of login, shop");
        assertRefused(
                "{oauth2: {issuer: shop, path: /token, client-id: me, client-secret: k}}",
                "medley.yaml:4:29: partners.shop.auth.oauth2.issuer: partner shop needs a token itself; expected an issuer"
                        + " without auth.oauth2");
    }

    @Test
    void theTokenOfACallerMayBeExchangedWhereCallersShowOne() {
        String exchange =
                "{oauth2: {issuer: login, path: /token, client-id: me, client-secret: k, grant: token-exchange}}";
        String callers =
                "callers: {tokens: {main: {issuer: 'https://a', audience: [me], keys: {partner: login, path: /k}}}}";
        assertThat(shop(exchange, callers).auth().oauth2().map(OAuth2Settings::grant))
                .contains(OAuth2Grant.TOKEN_EXCHANGE);
        assertRefused(
                exchange,
                "medley.yaml:4:90: partners.shop.auth.oauth2.grant: no caller shows a token, which could be exchanged;"
                        + " expected callers.tokens as well");
    }

    @Test
    void whatIsMissingIsNamed() {
        assertRefused(
                "{oauth2: {issuer: login, path: /token, client-id: me}}",
                "medley.yaml:4:12: partners.shop.auth.oauth2.client-secret: is not set; expected with client-auth: basic");
        assertRefused(
                "{basic: {user: me}}",
                "medley.yaml:4:12: partners.shop.auth.basic.password: is not set; expected with auth.basic.user");
    }

    @Test
    void twoKindsAreRefusedWithoutTheirValues() {
        assertRefused(
                "{bearer: '${env:KEY}', query: {name: key, value: '${env:KEY}'}}",
                "medley.yaml:4:20: partners.shop.auth.bearer: is a second credential beside auth.query.name; expected one of them");
    }
}
