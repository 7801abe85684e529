package dev.medley.server.internal.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MashupAddressTest {

    private static final List<String> PATHS =
            List.of("/files/*", "/trip/{city}", "/trip/{city}/hotels/{id}", "/trip/all", "*.json", "/exact");

    @ParameterizedTest
    @CsvSource({
        "/exact,              /exact,                    /exact",
        "/exact?a=b c&d=é,    /exact,                    /exact?a=b%20c&d=%C3%A9",
        "/trip/Rome?x=1%2B1,  /trip/{city},              /trip/Rome?x=1%2B1",
        "/trip/São Paulo,     /trip/{city},              /trip/S%C3%A3o%20Paulo",
        "/trip/all,           /trip/all,                 /trip/all",
        "/trip/a/hotels/7,    /trip/{city}/hotels/{id},  /trip/a/hotels/7",
        "/files/a/b,          /files/*,                  /files/a/b",
        "/files,              /files/*,                  /files",
        "/any/where.json,     *.json,                    /any/where.json"
    })
    void theMashupIsTheOneThatAnswersThePath(String mashup, String template, String target) {
        assertThat(MashupAddress.of(mashup, Map.of(), PATHS)).isEqualTo(new MashupAddress(template, target));
    }

    @Test
    void variablesOfTheTemplateAreFilledAndTheRestGoesIntoTheQuery() {
        Map<String, List<String>> variables = new LinkedHashMap<>();
        variables.put("tag", List.of("a&b", "c"));
        variables.put("id", List.of("1/2"));
        variables.put("city", List.of("Rome"));

        assertThat(MashupAddress.of("/trip/{city}/hotels/{id}?x=1", variables, PATHS))
                .isEqualTo(
                        new MashupAddress("/trip/{city}/hotels/{id}", "/trip/Rome/hotels/1%2F2?x=1&tag=a%26b&tag=c"));
    }

    @ParameterizedTest
    @CsvSource({
        "/trip/x{city}y, /trip/xRomey",
        "/trip/{{city}}, /trip/%7BRome%7D",
        "/trip/{city{city}, /trip/%7BcityRome",
        "/trip/{}{, /trip/%7B%7D%7B?city=Rome",
        "/trip/}{1}, /trip/%7D%7B1%7D?city=Rome"
    })
    void bracesAroundNoNameAreText(String mashup, String target) {
        assertThat(MashupAddress.of(mashup, Map.of("city", List.of("Rome")), PATHS))
                .isEqualTo(new MashupAddress("/trip/{city}", target));
    }

    @Test
    void aVariableHasOneValue() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MashupAddress.of("/trip/{city}", Map.of("city", List.of("a", "b")), PATHS))
                .withMessage("2 values for {city} in /trip/{city}; expected one --var city=VALUE");
    }

    @Test
    void aPathThatNoMashupAnswersIsRefusedWithThoseThereAre() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MashupAddress.of("/exat", Map.of(), PATHS))
                .withMessage(
                        "there is no mashup /exat (did you mean /exact?); expected one of *.json, /exact, /files/*,"
                                + " /trip/all, /trip/{city}, /trip/{city}/hotels/{id}");
    }
}
