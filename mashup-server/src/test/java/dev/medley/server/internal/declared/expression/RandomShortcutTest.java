package dev.medley.server.internal.declared.expression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.server.internal.declared.expression.analysis.Analysis;
import dev.medley.server.internal.declared.expression.analysis.Analyzer;
import dev.medley.server.internal.declared.expression.analysis.Variables;
import dev.medley.server.internal.declared.expression.syntax.ExpressionException;
import dev.medley.server.internal.declared.expression.syntax.Token;
import dev.medley.server.internal.declared.expression.syntax.Tokens;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Random sums, elements and ranges, with a shortcut and by the library. */
class RandomShortcutTest {

    private static final int EXPRESSIONS = 5_000;
    private static final int VALUES_OF_EACH = 8;
    private static final List<String> NUMBERS = List.of(
            "0", "1", "2", "3", "7", "1.5", "2.0", "1e1", "65536", "2147483647", "4294967296", "-0", "-1", "-3");
    private static final List<String> OPERATORS = List.of("+", "-", "*", "%", " + ", " - ", " * ", " % ");
    private static final List<String> STEPS = List.of("", "", ".a", ".b", ".a.b", ".`a`", ".\"b\"", ".count");

    private final Random random = new Random(20221);
    private int taken;

    @Test
    void theirResultsAreTheLibrarys() {
        for (int i = 0; i < EXPRESSIONS; i++) {
            compare(expression());
        }

        assertThat(taken).as("shortcuts that were taken").isGreaterThan(EXPRESSIONS / 2);
    }

    private void compare(String text) {
        List<Token> tokens = Tokens.of(text);
        Variables variables = Variables.of("x", "y");
        Shortcut shortcut = Shortcut.of(tokens);
        Program.Parsed parsed = Program.parse(text, tokens);
        Analysis analysis = new Analyzer(tokens, variables).analyze();
        Program program = parsed.program(analysis, Evaluated.MUCH_TIME);
        List<String> names = List.copyOf(analysis.variables().keySet());
        for (int i = 0; i < VALUES_OF_EACH && shortcut != null; i++) {
            Map<String, @Nullable Object> data = new LinkedHashMap<>();
            data.put("x", value(0));
            data.put("y", value(0));
            Object quick = shortcut.evaluate(name -> names.contains(name) ? data.get(name) : Shortcut.NOT_TAKEN);
            if (quick == Shortcut.NOT_TAKEN) {
                continue;
            }
            taken++;
            Object full;
            try {
                full = program.run(names.stream().map(data::get).toArray());
            } catch (ExpressionException x) {
                full = x.toString();
            }
            assertThat(quick).as("%s of %s", text, data).isEqualTo(full);
        }
    }

    private String expression() {
        return switch (random.nextInt(4)) {
            case 0 -> sum();
            case 1 -> "[" + sum() + ".." + sum() + "]";
            default -> path() + "[" + sum() + "]";
        };
    }

    private String sum() {
        StringBuilder sum = new StringBuilder(operand());
        for (int i = Math.max(0, random.nextInt(6) - 2); i > 0; i--) {
            sum.append(one(OPERATORS)).append(operand());
        }
        return sum.toString();
    }

    private String operand() {
        return switch (random.nextInt(6)) {
            case 0 -> "$count(" + path() + ")";
            case 1, 2 -> path();
            default -> one(NUMBERS);
        };
    }

    private String path() {
        return (random.nextBoolean() ? "$x" : "$y") + one(STEPS);
    }

    private <T> T one(List<T> choice) {
        return choice.get(random.nextInt(choice.size()));
    }

    private @Nullable Object value(int level) {
        return switch (random.nextInt(level > 3 ? 8 : 16)) {
            case 0 -> null;
            case 1, 2, 3 -> random.nextInt(9) - 2;
            case 4 -> one(List.of(Integer.MAX_VALUE, Integer.MIN_VALUE, 65536, -1));
            case 5 ->
                one(List.<Object>of(
                        new BigDecimal("1.50"),
                        new BigDecimal("2.0"),
                        new BigDecimal("1E+3"),
                        new BigDecimal("0.1"),
                        new BigInteger("12345678901234567890"),
                        3_000_000_000L,
                        2L));
            case 6 -> one(List.<Object>of("", "text", "3", true, false));
            case 7 -> level == 0 ? Expression.UNDEFINED : "end";
            case 8, 9, 10, 11 -> list(level);
            default -> object(level);
        };
    }

    private List<@Nullable Object> list(int level) {
        List<@Nullable Object> list = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            list.add(value(level + 1));
        }
        return list;
    }

    private Map<String, @Nullable Object> object(int level) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        for (String name : Set.of("a", "b", "count")) {
            if (random.nextInt(5) > 0) {
                object.put(name, value(level + 1));
            }
        }
        return object;
    }
}
