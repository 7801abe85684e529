package dev.medley.config.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.caller.CallerKind;
import dev.medley.config.ConfigurationException;
import dev.medley.config.internal.caller.AccessOptions;
import dev.medley.config.internal.caller.CallerSettings;
import dev.medley.config.internal.caller.TokenSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The sections {@code callers} and {@code access}, as the configuration has them. */
class CallerSettingsTest {

    private static final String MAIN = "main: {issuer: 'https://a', audience: [me], keys: {partner: login, path: /k}}";

    private static Configuration read(String callers) {
        return Given.READER.parse(
                "medley.yaml", "partners: {login: {url: 'http://a'}}\ncallers: " + callers, Map.of(), Map.of());
    }

    private static void assertRefused(String callers, String message) {
        assertThatThrownBy(() -> read(callers))
                .isInstanceOfSatisfying(
                        ConfigurationException.class,
                        x -> assertThat(x.problems()).containsExactly(message));
    }

    @Test
    void eachKindHasAPlaceInTheOrderAndAKeyInAFieldThatSaysSo() {
        assertRefused(
                "{order: [certificate], api-keys: {file: keys}}",
                "medley.yaml:2:18: callers.order: lacks api-key, which is configured; nobody would be known by it");
        assertRefused(
                "{api-keys: {field: X-Shop, file: keys}}",
                "medley.yaml:2:29: callers.api-keys.field: no name of a secret; expected one with api-key, access-key, token,"
                        + " secret or the like, such as X-Api-Key: logs, recordings and caches would show or share its value");
    }

    /** Everybody would be let in whom the section is there to keep out. */
    @Test
    void accessNeedsCallersAndSaysOneThing() {
        assertThatThrownBy(() -> Given.file("mashups: {/m: {access: {scopes: [x]}}}"))
                .hasMessageContaining(
                        "mashups./m.access: nobody could be known; expected callers.tokens, callers.api-keys.file"
                                + " or callers.certificates.name as well");
        assertThatThrownBy(() -> Given.file("mashups: {/m: {access: {anybody: true, scopes: [x]}}}"))
                .hasMessageContaining(
                        "mashups./m.access.anybody: true beside conditions for callers; expected one or the others");
    }

    @Test
    void withoutTheSectionThereAreNone() {
        assertThat(Given.READER.defaults(Map.of(), Map.of()).callers().isGiven())
                .isFalse();
    }

    @Test
    void eachKeyIsRead() {
        CallerSettings callers =
                read("{required: true, order: [certificate, token, api-key], api-keys: {field: X-Access-Key, file: keys},"
                                + " certificates: {name: uri}, tokens: {"
                                + MAIN.replace("audience", "clock-skew: 5s, algorithms: [ES384], audience")
                                + "}}")
                        .callers();
        assertThat(callers.required()).isTrue();
        assertThat(callers.order()).containsExactly(CallerKind.CERTIFICATE, CallerKind.TOKEN, CallerKind.API_KEY);
        assertThat(callers.keyField()).isEqualTo("X-Access-Key");
        assertThat(callers.keyFile()).isEqualTo(Path.of("keys"));
        assertThat(callers.certificateName()).isEqualTo(CallerSettings.CertificateName.URI);
        TokenSettings issuer = callers.tokens().get(0);
        assertThat(issuer.name()).isEqualTo("main");
        assertThat(issuer.issuer()).isEqualTo("https://a");
        assertThat(issuer.audiences()).containsExactly("me");
        assertThat(issuer.algorithms()).containsExactly("ES384");
        assertThat(issuer.types()).containsExactlyInAnyOrder("JWT", "at+jwt");
        assertThat(issuer.clockSkew()).isEqualTo(Duration.ofSeconds(5));
        assertThat(issuer.partner()).isEqualTo("login");
        assertThat(issuer.path()).isEqualTo("/k");
    }

    @Test
    void theFileOfKeysIsWatched() {
        assertThat(read("{api-keys: {file: keys}}").files()).containsExactly(Path.of("keys"));
    }

    @Test
    void whatCannotBeIsRefusedInItsPlace() {
        assertRefused(
                "{tokens: {" + MAIN.replace("login", "logn") + "}}",
                "medley.yaml:2:80: callers.tokens.main.keys.partner: no partner is named 'logn'; expected one of login");
        assertRefused(
                "{required: true}",
                "medley.yaml:2:21: callers.required: nobody could call a mashup; expected tokens, api-keys.file or"
                        + " certificates.name as well");
        assertRefused(
                "{administration: {pages: {roles: [a]}, actions: {anybody: true}}}",
                "medley.yaml:2:28: callers.administration.pages: nobody could be known; expected tokens, api-keys.file or"
                        + " certificates.name as well, or anybody: true");
        assertThatThrownBy(() -> read("{tokens: {" + MAIN.replace("audience", "algorithms: [HS256], audience") + "}}"))
                .hasMessageContaining("'HS256' is not an algorithm");
        assertThatThrownBy(() -> read("{tokens: {" + MAIN + ", " + MAIN.replace("main", "other") + "}}"))
                .hasMessageContaining("callers.tokens.other.issuer: is also that of main; expected another one");
    }

    @Test
    void aMashupSaysWhoMayCallIt() {
        MashupOptions mashups = Given.READER
                .parse(
                        "medley.yaml",
                        "callers: {certificates: {name: dns}}\nmashups: {/a: {access: {}}, /b: {access: {scopes: [x], roles: [y], claims: {tenant: [a, 1], x.y: [b]}}}, /c: {access: {anybody: true}}, /d: {}}",
                        Map.of(),
                        Map.of())
                .mashups();
        assertThat(mashups.access(List.of("/a")))
                .isEqualTo(new AccessOptions(false, List.of(), List.of(), Map.of(), null));
        assertThat(mashups.access(List.of("/b")))
                .isEqualTo(new AccessOptions(
                        false,
                        List.of("x"),
                        List.of("y"),
                        Map.of("tenant", List.of("a", "1"), "x.y", List.of("b")),
                        null));
        assertThat(mashups.access(List.of("/c"))).isEqualTo(AccessOptions.ANYBODY);
        assertThat(mashups.access(List.of("/d"))).isNull();
    }
}
