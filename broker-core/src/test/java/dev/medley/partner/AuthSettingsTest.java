package dev.medley.partner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The settings of a partner's credential. */
class AuthSettingsTest {

    @Test
    void settingsSayNothingOfIt() {
        assertThat(PartnerSettings.of("p", "http://127.0.0.1")
                        .auth(auth -> auth.basic("me", "t0ken"))
                        .build()
                        .toString())
                .contains("auth.basic.password")
                .doesNotContain("t0ken");
    }

    @Test
    void contradictionsAreRefusedWithoutTheValue() {
        refused(auth -> auth.bearer("t0ken").header("X-Key", "t0ken"), "is a second credential");
        refused(
                auth -> auth.bearer("t0\nken"),
                "auth.bearer: is empty, or has a character that no header field may have");
        refused(auth -> auth.basic("a:b", "t0ken"), "auth.basic.user: has a colon");
        refused(auth -> auth.oauth2(o -> o.issuer("login")), "auth.oauth2.path: is not set");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PartnerSettings.of("p", "http://127.0.0.1")
                        .auth(auth -> auth.bearer("t0ken"))
                        .passHeaders("authorization")
                        .build())
                .withMessageContaining("pass-headers: has Authorization, which auth sets");
    }

    private static void refused(Consumer<AuthSettings.Builder> auth, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        PartnerSettings.of("p", "http://127.0.0.1").auth(auth).build())
                .withMessageContaining(message)
                .withMessageNotContaining("t0ken");
    }
}
