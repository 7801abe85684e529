package dev.medley.config.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.config.ConfigurationException;
import dev.medley.connection.Header;
import dev.medley.partner.PartnerSettings;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The header fields that a partner has in its configuration. */
class PartnerHeadersTest {

    private static final String FILE = """
            partners:
              shop:
                url: http://127.0.0.1:9001
                headers: {X-Api-Key: secret-of-the-file, X-Version: 2}
            """;

    @Test
    void theyAreReadByTheirNames() {
        assertThat(partner(FILE, Map.of()).headers())
                .containsExactlyInAnyOrder(new Header("X-Api-Key", "secret-of-the-file"), new Header("X-Version", "2"));
    }

    @Test
    void aVariableWinsOverAFieldOfTheFile() {
        assertThat(partner(FILE, Map.of("MEDLEY_PARTNERS_SHOP_HEADERS_X_API_KEY", "4711"))
                        .headers())
                .contains(new Header("X-Api-Key", "4711"));
    }

    @Test
    void theirValuesAreInNoMessage() {
        assertThat(partner(FILE, Map.of())).asString().contains("X-Api-Key").doesNotContain("secret-of-the-file");
        assertThatThrownBy(() -> partner(FILE.replace("secret-of-the-file", "\"secret-of\\nthe-file\""), Map.of()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(
                        "medley.yaml:4:26: partners.shop.headers.X-Api-Key: '***' has a character that no header field may have")
                .hasMessageNotContaining("secret");
    }

    @Test
    void whatOtherProductsReplaceIsRefusedUnlessTheEnvironmentHasTheValue() {
        String placeholder = FILE.replace("secret-of-the-file", "'Bearer ${API_KEY}'");

        assertThat(partner(placeholder, Map.of("MEDLEY_PARTNERS_SHOP_HEADERS_X_API_KEY", "4711"))
                        .headers())
                .contains(new Header("X-Api-Key", "4711"));
        assertThatThrownBy(() -> partner(placeholder, Map.of()))
                .hasMessage(
                        "medley.yaml:4:26: partners.shop.headers.X-Api-Key: '***' has ${ or {$, which would be sent as"
                                + " it is; expected ${env:NAME}, ${file:PATH} or the value itself; expressions belong in"
                                + " headers of exchanges");
        assertThatThrownBy(() -> partner(FILE.replace("secret-of-the-file", "'{$request.id}'"), Map.of()))
                .hasMessageContaining("has ${ or {$, which would be sent as it is");
    }

    @Test
    void aFieldIsGivenOnceInCapitalOrSmallLetters() {
        assertThatThrownBy(() -> partner(FILE.replace("X-Version", "x-api-key"), Map.of()))
                .hasMessage("medley.yaml:4:46: partners.shop.headers.x-api-key: is the same header field as X-Api-Key;"
                        + " expected one of them");
    }

    @Test
    void namesWithAMeaningOfTheirOwnAreRefused() {
        assertThatThrownBy(() -> partner(FILE.replace("X-Version", "Content-Type"), Map.of()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("'Content-Type' is a field with a reserved meaning; expected another name");
    }

    @Test
    void aProgramMaySetThem() {
        PartnerSettings settings = PartnerSettings.of("shop", "http://127.0.0.1:9001")
                .header("X-Api-Key", "4711")
                .build();

        assertThat(settings.headers()).containsExactly(new Header("X-Api-Key", "4711"));
        assertThat(settings)
                .isNotEqualTo(
                        PartnerSettings.of("shop", "http://127.0.0.1:9001").build());
    }

    private static PartnerSettings partner(String file, Map<String, String> variables) {
        return Given.variables(file, variables).partners().get(0);
    }
}
