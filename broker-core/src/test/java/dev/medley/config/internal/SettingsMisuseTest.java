package dev.medley.config.internal;

import static dev.medley.config.internal.Given.problemsOf;
import static dev.medley.config.internal.Given.problemsOfFile;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsMisuseTest {

    enum Delivery {
        NEXT_DAY,
        SLOW
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "max-items: ^many | 'many' is not a whole number; expected a whole number from 1 to 5",
                "max-items: ^9 | '9' is out of range; expected a whole number from 1 to 5",
                "max-items: ^[1, 2] | is a list; expected a whole number from 1 to 5",
                "max-items:^ | has no value; expected a whole number from 1 to 5"
            })
    void aWrongValueIsReportedWithPlaceKeyAndReader(String line, String fault) {
        MarkedYaml yaml = MarkedYaml.of("settings:\n  shop:\n    " + line);
        DefaultMashupSettings settings = file(yaml.text()).forReader("first.Shop");

        assertThat(problemsOf(() -> settings.number("shop.max-items", 1, 5, 2)))
                .containsExactly(yaml.place() + "settings.shop.max-items: " + fault + " (read by first.Shop)");
    }

    @Test
    void eachTypeNamesWhatItExpects() {
        DefaultMashupSettings settings = file("settings: {a: x}");

        assertThat(problemsOf(() -> settings.flag("a")))
                .singleElement()
                .asString()
                .contains("expected true or false");
        assertThat(problemsOf(() -> settings.duration("a")))
                .singleElement()
                .asString()
                .contains("such as 800ms");
        assertThat(problemsOf(() -> settings.size("a")))
                .singleElement()
                .asString()
                .contains("such as 1MiB");
        assertThat(problemsOf(() -> settings.list("a")))
                .singleElement()
                .asString()
                .contains("'x' is not a list");
        assertThat(problemsOf(() -> settings.choice("a", Delivery.class)))
                .singleElement()
                .asString()
                .contains("'x' is not one of the choices; expected next-day or slow");
    }

    @Test
    void aWrongVariableAndAWrongFlagAreNamed() {
        DefaultMashupSettings variable =
                DefaultMashupSettings.of(Given.variables("", Map.of("MEDLEY_SETTINGS_SHOP_OPEN", "perhaps"))
                        .settings());
        DefaultMashupSettings flag = DefaultMashupSettings.of(
                Given.flags("", Map.of("settings.shop.open", "perhaps")).settings());

        assertThat(problemsOf(() -> variable.flag("shop.open")))
                .containsExactly("MEDLEY_SETTINGS_SHOP_OPEN: settings.shop.open: 'perhaps' is not a boolean;"
                        + " expected true or false (read by the application)");
        assertThat(problemsOf(() -> flag.flag("shop.open")))
                .singleElement()
                .asString()
                .startsWith("--set settings.shop.open: 'perhaps' is not a boolean");
    }

    @Test
    void aMissingValueIsReportedWithTheWaysToSetIt() {
        assertThat(problemsOf(() -> file("").forReader("first.Shop").text("shop.currency")))
                .containsExactly("settings.shop.currency: is not set; expected text, in the file, by"
                        + " --set settings.shop.currency=... or by MEDLEY_SETTINGS_SHOP_CURRENCY (read by first.Shop)");
    }

    @Test
    void boundsInTheWrongOrderAreRefusedBeTheKeyGivenOrNot() {
        String fault = "settings.max: number(\"max\", 5, 1) allows no value; expected the smallest one before the"
                + " largest (read by first.Shop)";

        assertThat(problemsOf(() -> file("").forReader("first.Shop").number("max", 5, 1)))
                .containsExactly(fault);
        assertThat(problemsOf(
                        () -> file("settings: {max: 3}").forReader("first.Shop").number("max", 5, 1, 3)))
                .containsExactly(fault);
    }

    @ParameterizedTest
    @CsvSource({"0", "6"})
    void aDefaultOutOfRangeIsRefusedBeTheKeyGivenOrNot(int unset) {
        for (String yaml : List.of("", "settings: {max: 3}")) {
            assertThat(problemsOf(() -> file(yaml).forReader("first.Shop").number("max", 1, 5, unset)))
                    .containsExactly(
                            "settings.max: the default of number(\"max\", 1, 5, " + unset + ") is out of range;"
                                    + " expected the smallest value, the largest, and a default between them (read by"
                                    + " first.Shop)");
        }
    }

    @Test
    void aStartGoesOnWithTheDefaultAndKeepsTheProblem() {
        DefaultMashupSettings settings =
                file("settings: {max: many, open: perhaps, text: [a]}").forStartOf("first.Shop");

        assertThat(settings.number("max", 1, 5, 2)).isEqualTo(2);
        assertThat(settings.flag("open", true)).isTrue();
        assertThat(problemsOf(() -> settings.text("text")))
                .singleElement()
                .asString()
                .contains("is a list");
        assertThat(settings.endStart())
                .hasSize(2)
                .anyMatch(problem -> problem.contains("settings.max: 'many'"))
                .anyMatch(problem -> problem.contains("settings.open: 'perhaps'"));
        assertThat(settings.endStart()).isEmpty();
        assertThat(problemsOf(() -> settings.flag("open", true))).hasSize(1);
    }

    @Test
    void aSectionIsNoValue() {
        assertThat(problemsOf(() -> file("settings: {shop: {open: true}}").text("shop", "x")))
                .containsExactly("settings.shop: is a section; expected text (read by the application)");
    }

    @Test
    void aKeyThatNoMashupReadsIsReportedWithTheNearestOne() {
        DefaultMashupSettings settings = DefaultMashupSettings.of(Given.READER
                .parse(
                        "medley.yaml",
                        "settings:\n  shop:\n    curency: EUR\n    colour: red\n",
                        Map.of("MEDLEY_SETTINGS_SHOP_CURRENCI", "USD"),
                        Map.of())
                .settings());
        settings.text("shop.currency", "EUR");

        assertThat(settings.unread())
                .containsExactly(
                        "medley.yaml:3:5: settings.shop.curency: no mashup reads it in init(); did you mean"
                                + " settings.shop.currency?",
                        "medley.yaml:4:5: settings.shop.colour: no mashup reads it in init(); expected"
                                + " settings.shop.currency",
                        "MEDLEY_SETTINGS_SHOP_CURRENCI: no mashup reads it in init(); did you mean"
                                + " MEDLEY_SETTINGS_SHOP_CURRENCY?");
    }

    @Test
    void aVariableThatMayStandForTwoKeysIsRefused() {
        DefaultMashupSettings settings =
                DefaultMashupSettings.of(Given.variables("", Map.of("MEDLEY_SETTINGS_SHOP_MAX_ITEMS", "5"))
                        .settings());
        settings.number("shop.max-items", 1, 9);

        assertThat(problemsOf(() -> settings.number("shop.max.items", 1, 9)))
                .singleElement()
                .asString()
                .startsWith("MEDLEY_SETTINGS_SHOP_MAX_ITEMS: is ambiguous: it can mean settings.shop.max-items or"
                        + " settings.shop.max.items; expected a flag (--set) instead");
    }

    @Test
    void aNameThatNoVariableCouldHaveIsRefused() {
        assertThat(problemsOfFile("settings:\n  shop:\n    maxItems: 5\n"))
                .containsExactly(
                        "medley.yaml:3:5: settings.shop.maxItems: 'maxItems' is not the name of a setting; expected"
                                + " lower-case letters, digits and hyphens after a letter");
        assertThatThrownBy(() -> file("").text("shop.maxItems"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("setting 'shop.maxItems': 'maxItems' is not the name of a setting");
    }

    @Test
    void sectionsInListsAreRefused() {
        assertThat(problemsOfFile("settings:\n  shops: [{name: a}]\n"))
                .singleElement()
                .asString()
                .endsWith("is in a list; expected a list of values only");
    }

    @Test
    void aFlagBelowAValueIsRefused() {
        assertThat(problemsOf(() -> Given.flags("settings: {shop: 5}", Map.of("settings.shop.open", "true"))))
                .singleElement()
                .asString()
                .endsWith("is below settings.shop, which has a value; expected one or the other");
    }

    @Test
    void theSectionIsNoValue() {
        assertThat(problemsOfFile("settings: 5\n"))
                .containsExactly("medley.yaml:1:11: settings: '5' is not a section; expected keys below it");
        assertThat(List.of(problemsOfFile("setting: {a: 1}\n")).toString()).contains("did you mean settings?");
    }

    private static DefaultMashupSettings file(String yaml) {
        return DefaultMashupSettings.of(Given.file(yaml).settings());
    }
}
