package dev.medley.server.internal.declared.value;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.server.internal.declared.expression.Expression;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NumberErrorTest {

    @Test
    void aNumberThatIsTextIsShownWithItsType() {
        assertThat(NumberError.of("201", "a whole number from 200 to 599"))
                .isEqualTo("'201' is a string; expected a whole number from 200 to 599;"
                        + " a parameter is a number with type: integer");
    }

    @Test
    void otherTextIsNotShown() {
        assertThat(NumberError.of("Rome", "seconds"))
                .isEqualTo("is a string; expected seconds; a parameter is a number with type: integer");
    }

    @Test
    void otherValuesAreNamed() {
        assertThat(NumberError.of(700, "x")).isEqualTo("is 700; expected x");
        assertThat(NumberError.of(new BigDecimal("200.5"), "x")).isEqualTo("is 200.5; expected x");
        assertThat(NumberError.of(new BigDecimal("1e999999"), "x")).isEqualTo("is Infinity; expected x");
        assertThat(NumberError.of(null, "x")).isEqualTo("is null; expected x");
        assertThat(NumberError.of(Expression.UNDEFINED, "x")).isEqualTo("is undefined; expected x");
        assertThat(NumberError.of(Map.of(), "x")).isEqualTo("is an object; expected x");
        assertThat(NumberError.of(List.of(), "x")).isEqualTo("is an array; expected x");
    }
}
