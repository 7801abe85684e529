package dev.medley.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.core.type.TypeReference;

/** Reading is lenient where services evolve, and strict where a value would be wrong and nothing would show it. */
class JsonReadingTest {

    @Test
    void membersThatTheTypeDoesNotHaveAreIgnored() {
        assertThat(parse("{\"name\":\"Oslo\",\"size\":1,\"new\":{}}").as(City.class))
                .isEqualTo(new City("Oslo", 1, null));
    }

    @Test
    void anAbsentMemberIsNullWhereThatIsSeen() {
        assertThat(parse("{\"size\":1}").as(City.class)).isEqualTo(new City(null, 1, null));
    }

    @Test
    void aTypeWithParametersIsRead() {
        assertThat(parse("[{\"name\":\"Oslo\",\"size\":1}]").as(new TypeReference<List<City>>() {}))
                .containsExactly(new City("Oslo", 1, null));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'name':'Oslo'}                             | /size",
                "{'name':'Oslo','size':null}                 | /size",
                "{'name':'Oslo','size':'7'}                  | /size",
                "{'name':'Oslo','size':''}                   | /size",
                "{'name':'Oslo','size':7.5}                  | /size",
                "{'name':'Oslo','size':true}                 | /size",
                "{'name':'Oslo','size':99999999999}          | /size",
                "{'name':['Oslo'],'size':1}                  | /name",
                "{'name':'x','size':1,'parts':{'a/b':[1,{}]}} | /parts/a~1b/1",
                "[]                                          | ''",
                "7                                           | ''",
                "null                                        | ''"
            },
            quoteCharacter = '"')
    void aDocumentThatDoesNotFitIsRefusedWithItsPlace(String document, String pointer) throws MalformedJsonException {
        byte[] bytes = document.replace('\'', '"').getBytes(UTF_8);
        String place = pointer.replace("'", "");

        assertThatThrownBy(
                        () -> Json.parse(bytes, JsonLimits.DEFAULT, Fault::new).as(City.class))
                .isInstanceOfSatisfying(Fault.class, x -> assertThat(x.pointer).isEqualTo(place))
                .hasMessageContaining("City");
        assertThatThrownBy(() -> Json.parse(bytes).as(City.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("unexpected shape" + (place.isEmpty() ? "" : " at " + place));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[1.5e+9999] | /0 | double",
                "[7e40] | /0 | float",
                "[0.5e0001, -1e309] | /1 | double",
                "[0.5, 400000000000000000000000000000000000000.0] | /1 | float"
            })
    void aNumberThatIsTooLargeForItsTypeIsRefusedWithItsPlace(String text, String pointer, String type)
            throws MalformedJsonException {
        Json document = Json.parse(text.getBytes(UTF_8), JsonLimits.DEFAULT, Fault::new);
        Class<?> array = type.equals("double") ? double[].class : float[].class;

        assertThatThrownBy(() -> document.as(array))
                .isInstanceOfSatisfying(Fault.class, x -> assertThat(x.pointer).isEqualTo(pointer))
                .hasMessageContaining("is too large for " + type);
        if (type.equals("double")) {
            assertThatThrownBy(document::tree)
                    .isInstanceOfSatisfying(
                            Fault.class, x -> assertThat(x.pointer).isEqualTo(pointer));
        }
        assertThat(document.as(BigDecimal[].class)).isNotEmpty();
    }

    @Test
    void numbersOfManyDigitsAreRead() {
        String digits = "1".repeat(400);
        assertThat(parse("[1e30, 1e300, 1e-400, " + digits + "]").tree().get(3).bigIntegerValue())
                .hasToString(digits);
    }

    @Test
    void aTypeThatNoDocumentCanBeReadIntoIsNoFaultOfTheOrigin() throws MalformedJsonException {
        Json document = Json.parse("{}".getBytes(UTF_8), JsonLimits.DEFAULT, Fault::new);

        assertThatThrownBy(() -> document.as(Runnable.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no document can be read into java.lang.Runnable");
    }

    private static Json parse(String text) {
        try {
            return Json.parse(text.getBytes(UTF_8));
        } catch (MalformedJsonException x) {
            throw new IllegalArgumentException(x);
        }
    }

    private record City(
            @Nullable String name, int size, @Nullable Map<String, List<Integer>> parts) {}

    private static final class Fault extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final String pointer;

        Fault(String pointer, String expected) {
            super(expected);
            this.pointer = pointer;
        }
    }
}
