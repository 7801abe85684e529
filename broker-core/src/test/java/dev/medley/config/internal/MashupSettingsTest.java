package dev.medley.config.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MashupSettingsTest {

    enum Delivery {
        NEXT_DAY,
        SLOW
    }

    private static final String YAML = """
            settings:
              shop:
                currency: EUR
                max-items: 20
                open: true
                timeout: 1.5s
                cache: 64KiB
                delivery: next-day
                countries: [at, de]
                id: 007
            """;

    @Test
    void valuesHaveTheirTypes() {
        DefaultMashupSettings settings =
                DefaultMashupSettings.of(Given.file(YAML).settings());

        assertThat(settings.text("shop.currency")).isEqualTo("EUR");
        assertThat(settings.text("shop.id")).isEqualTo("007");
        assertThat(settings.number("shop.max-items", 1, 100)).isEqualTo(20);
        assertThat(settings.flag("shop.open")).isTrue();
        assertThat(settings.duration("shop.timeout")).isEqualTo(Duration.ofMillis(1500));
        assertThat(settings.size("shop.cache")).isEqualTo(65_536);
        assertThat(settings.choice("shop.delivery", Delivery.class)).isEqualTo(Delivery.NEXT_DAY);
        assertThat(settings.list("shop.countries")).containsExactly("at", "de");
        assertThat(settings.unread()).isEmpty();
    }

    @Test
    void keysThatOneVariableWouldOverrideAreBothRead() {
        DefaultMashupSettings settings = DefaultMashupSettings.of(
                Given.file("settings: {shop: {max-items: 1, max: {items: 2}}}").settings());

        assertThat(settings.number("shop.max-items", 0, 9)).isEqualTo(1);
        assertThat(settings.number("shop.max.items", 0, 9)).isEqualTo(2);

        assertThat(settings.unread()).isEmpty();
    }

    @Test
    void whatIsNotGivenHasTheDefault() {
        DefaultMashupSettings settings =
                DefaultMashupSettings.of(Given.file("settings:\n").settings());

        assertThat(settings.text("shop.currency", "USD")).isEqualTo("USD");
        assertThat(settings.number("shop.max-items", 1, 100, 7)).isEqualTo(7);
        assertThat(settings.flag("shop.open", true)).isTrue();
        assertThat(settings.duration("shop.timeout", Duration.ZERO)).isZero();
        assertThat(settings.size("shop.cache", 5)).isEqualTo(5);
        assertThat(settings.choice("shop.delivery", Delivery.SLOW)).isEqualTo(Delivery.SLOW);
        assertThat(settings.list("shop.countries", List.of("at"))).containsExactly("at");
    }

    @Test
    void aVariableWinsOverTheFileAndAFlagOverBoth() {
        Map<String, String> environment =
                Map.of("MEDLEY_SETTINGS_SHOP_CURRENCY", "USD", "MEDLEY_SETTINGS_SHOP_MAX_ITEMS", "30");
        DefaultMashupSettings settings = DefaultMashupSettings.of(Given.READER
                .parse(
                        "medley.yaml",
                        YAML,
                        environment,
                        Map.of("settings.shop.currency", "CHF", "settings.shop.countries", "ch, li"))
                .settings());

        assertThat(settings.text("shop.currency")).isEqualTo("CHF");
        assertThat(settings.number("shop.max-items", 1, 100)).isEqualTo(30);
        assertThat(settings.list("shop.countries")).containsExactly("ch", "li");
    }

    @Test
    void flagsAndVariablesNeedNoFile() {
        DefaultMashupSettings settings = DefaultMashupSettings.of(Given.READER
                .defaults(Map.of("MEDLEY_SETTINGS_SHOP_MAX_ITEMS", "30"), Map.of("settings.shop.currency", "CHF"))
                .settings());

        assertThat(settings.text("shop.currency")).isEqualTo("CHF");
        assertThat(settings.number("shop.max-items", 1, 100)).isEqualTo(30);
    }

    @Test
    void aProgramGivesTexts() {
        DefaultMashupSettings settings = DefaultMashupSettings.of(
                SettingValues.of(Map.of("shop.currency", "EUR", "shop.max-items", "3", "shop.countries", "at,de")));

        assertThat(settings.text("shop.currency")).isEqualTo("EUR");
        assertThat(settings.number("shop.max-items", 1, 100)).isEqualTo(3);
        assertThat(settings.list("shop.countries")).containsExactly("at", "de");
    }
}
