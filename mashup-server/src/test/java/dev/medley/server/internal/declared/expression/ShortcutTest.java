package dev.medley.server.internal.declared.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import com.dashjoin.jsonata.JException;
import com.dashjoin.jsonata.Jsonata;
import com.dashjoin.jsonata.Jsonata.Frame;
import dev.medley.server.internal.declared.expression.analysis.Variables;
import dev.medley.server.internal.declared.expression.syntax.ExpressionException;
import dev.medley.server.internal.declared.expression.value.Numbers;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.RandomAccess;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A shortcut has the result of the library, where that does not round. */
class ShortcutTest {

    private static final List<String> NAMES = List.of("a", "b", "c", "two words");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1",
                "0",
                "-1",
                "- 7",
                "1.5",
                "-0",
                "-0.0",
                "1.10",
                "1e3",
                "1e21",
                "1e20",
                "1E-7",
                "2147483648",
                "9223372036854775807",
                "0.1",
                "\"\"",
                "\"a\"",
                "'a'",
                "\"\\u00e4\\n\\\"\\/\"",
                "true",
                "false",
                "null",
                " 1 ",
                "1 /* one */"
            })
    void aConstantIsTheLibrarys(String constant) {
        Object result = Evaluated.with().value(constant);

        assertThat(result).isEqualTo(byTheLibrary(constant, new Object()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"12345678901234567890", "-12345678901234567890", "9007199254740993", "123456789.123456789"})
    void aConstantHasAllItsDigits(String constant) {
        assertThat(Evaluated.with().value(constant)).hasToString(constant);
    }

    @Test
    void pathsInRandomTreesGiveTheLibrarysResults() {
        Random random = new Random(20261123);
        int defined = 0;
        for (int i = 0; i < 5_000; i++) {
            Object tree = tree(random, 0);
            String path = path(random);

            Object result = Evaluated.with("x", tree).value(path);

            assertThat(result).as("%s of %s", path, tree).isEqualTo(byTheLibrary(path, tree));
            defined += result == Expression.UNDEFINED ? 0 : 1;
        }
        assertThat(defined).as("results that are defined").isBetween(1_000, 4_900);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "[0..3]",
                "[-2..2]",
                "[0..$x]",
                "[$x..20]",
                "[0..$x - 1]",
                "[$x - 3..$x + 3]",
                "[0..-1 + $x]",
                "[3..1]",
                "[7..7]",
                "[1..2][0]",
                "[[1..2]..3]",
                "[0..3][1..2]",
                "[0..1, 5..6]",
                "[0..$x.a]",
                "[$x..$nothing]"
            })
    void aRangeIsTheLibrarys(String range) {
        for (Object x : new Object[] {5, -4, 2147483647, new BigDecimal("1.5"), "5", null, Map.of("a", 3)}) {
            assertThat(outcome(() -> Evaluated.with("x", x).value(range.replace("$nothing", "$x.nothing"))))
                    .as("%s of %s", range, x)
                    .isEqualTo(outcome(() -> byTheLibrary(range.replace("$nothing", "$x.nothing"), x)));
        }
    }

    /** The result; null for a failure, whose words are ours. */
    private static @Nullable Object outcome(Supplier<@Nullable Object> evaluation) {
        try {
            return evaluation.get();
        } catch (JException | ExpressionException x) {
            return null;
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "$x + 1",
                "$x - 2 * 3",
                "$x * 2 - 3 % 2",
                "$x % 3",
                "3 % $x",
                "-$x",
                "-1 + $x",
                "1 - -$x",
                "$x - $x - 1",
                "2 * $x * 1000000",
                "$x.a + $x.b",
                "$count($x)",
                "$count($x) - 1",
                "$count($x.a) % 2",
                "-$count($x)",
                "$x[0]",
                "$x[-1]",
                "$x[1 + 1]",
                "$x[$count($x) - 1]",
                "$x[$x]",
                "$x.a[1]",
                "$x.a[0].b",
                "$x[5]",
                "[$x][0]",
                "$x[0][0]",
                "$x[0] + 1",
                "($x)",
                "$x = 5"
            })
    void arithmeticAndElementsAreTheLibrarys(String expression) {
        Object[] values = {
            5,
            0,
            -4,
            2147483647,
            2.0,
            new BigDecimal("1.5"),
            "5",
            true,
            null,
            List.of(),
            List.of(1, 2, 3),
            List.of("a"),
            List.of(List.of(1, 2), List.of(3)),
            Arrays.asList(null, 1),
            List.of(Map.of("a", List.of(1, 2)), Map.of("a", 3)),
            Map.of("a", 3, "b", 4),
            Map.of("a", List.of(Map.of("b", 1), 2))
        };
        for (Object x : values) {
            assertThat(outcome(() -> Evaluated.with("x", x).value(expression)))
                    .as("%s of %s", expression, x)
                    .isEqualTo(outcome(() -> byTheLibrary(expression, x)));
        }
    }

    @Test
    void aRangeTakesNoTimeForItsSize() {
        Object result = Evaluated.with("x", 1_000_000).value("[1..$x]");

        assertThat(result).isInstanceOf(RandomAccess.class).asInstanceOf(LIST).hasSize(1_000_000);
        assertThat(Evaluated.with("x", 1).failure("[1..$x + 1000000]")).hasMessageContaining("1000000 items");
    }

    @Test
    void aRangeIsLazyAndNotLight() {
        assertThat(compiled("[0..$x.a - 1]").isLazy()).isTrue();
        assertThat(compiled("[0..$x.a - 1]").isLight()).isFalse();
        assertThat(compiled("[0..$x.a - 1].($ * 2)").isLazy()).isFalse();
        assertThat(compiled("$x.a").isLazy()).isTrue();
    }

    private static Expression compiled(String text) {
        return Expression.compile(text, Variables.of("x"));
    }

    @Test
    void thePartIsPassedOnItself() {
        Map<String, Object> part = Map.of("b", List.of(1));

        assertThat(Evaluated.with("x", Map.of("a", part)).value("$x.a")).isSameAs(part);
        assertThat(Evaluated.with("x", Map.of("a", part)).value("$x.a.b")).isSameAs(part.get("b"));
    }

    /** The library's own code, without any of ours but for the classes of its numbers. */
    private static @Nullable Object byTheLibrary(String expression, @Nullable Object value) {
        Jsonata jsonata = Jsonata.jsonata(expression + " ");
        jsonata.setOutputConvertNulls(false);
        Frame frame = new Frame(null);
        frame.bind("x", copied(value));
        Object result = jsonata.evaluate(null, frame);
        return result == null ? Expression.UNDEFINED : compared(result);
    }

    private static @Nullable Object copied(@Nullable Object value) {
        if (value instanceof List<?> list) {
            List<Object> copy = new ArrayList<>();
            list.forEach(item -> copy.add(copied(item)));
            return copy;
        }
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> copy = new LinkedHashMap<>();
            map.forEach((name, member) -> copy.put(name, copied(member)));
            return copy;
        }
        return value == null ? Jsonata.NULL_VALUE : value;
    }

    private static @Nullable Object compared(@Nullable Object value) {
        if (value instanceof List<?> list) {
            List<Object> copy = new ArrayList<>();
            list.forEach(item -> copy.add(compared(item)));
            return copy;
        }
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> copy = new LinkedHashMap<>();
            map.forEach((name, member) -> copy.put(name, compared(member)));
            return copy;
        }
        return value == Jsonata.NULL_VALUE ? null : value instanceof Double number ? Numbers.of(number) : value;
    }

    private static String path(Random random) {
        StringBuilder path = new StringBuilder("$x");
        for (int i = random.nextInt(4); i > 0; i--) {
            String name = NAMES.get(random.nextInt(NAMES.size()));
            String quotes = name.indexOf(' ') < 0 && random.nextBoolean() ? "" : random.nextBoolean() ? "`" : "\"";
            path.append(random.nextInt(9) == 0 ? " . " : ".")
                    .append(quotes)
                    .append(name)
                    .append(quotes);
        }
        return path.toString();
    }

    private static @Nullable Object tree(Random random, int level) {
        int kind = random.nextInt(level > 4 ? 7 : 16);
        return switch (kind) {
            case 0 -> null;
            case 1 -> random.nextInt();
            case 2 -> new BigDecimal("1.10");
            case 3 -> "text";
            case 4 -> random.nextBoolean();
            case 5 -> new BigInteger("12345678901234567890");
            case 6 -> random.nextLong();
            case 7, 8 -> {
                List<Object> list = new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    list.add(tree(random, level + 1));
                }
                yield list;
            }
            default -> {
                Map<String, Object> object = new LinkedHashMap<>();
                for (String name : NAMES) {
                    if (random.nextInt(5) > 0) {
                        object.put(name, tree(random, level + 1));
                    }
                }
                yield object;
            }
        };
    }
}
