package dev.medley.server.internal.declared.expression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.server.internal.declared.expression.analysis.Variables;
import dev.medley.server.internal.declared.expression.value.ExactArithmetic;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Random expressions over random documents of whole numbers and decimals agree with exact arithmetic, which is that of fractions of
 * two {@link BigInteger}s here.
 */
class RandomNumbersTest {

    /** More take a second for each 25,000. */
    private static final int DOCUMENTS = Integer.getInteger("medley.numbers", 100_000);

    private static final int DOCUMENTS_OF_EACH = 5;
    private static final int EXPRESSIONS = DOCUMENTS / DOCUMENTS_OF_EACH;
    private static final int LISTS = DOCUMENTS / 50;
    private static final List<String> NAMES = List.of("a", "b", "c", "d");
    private static final long BEYOND = 1L << 53;

    private final Random random = new Random(20261125);

    /** An exact fraction. */
    private record Fraction(BigInteger above, BigInteger below) implements Comparable<Fraction> {

        static Fraction of(Number number) {
            BigDecimal decimal = new BigDecimal(number.toString());
            return decimal.scale() <= 0
                    ? new Fraction(decimal.toBigIntegerExact(), BigInteger.ONE)
                    : new Fraction(decimal.unscaledValue(), BigInteger.TEN.pow(decimal.scale()));
        }

        Fraction plus(Fraction other) {
            return new Fraction(
                    above.multiply(other.below).add(other.above.multiply(below)), below.multiply(other.below));
        }

        Fraction negated() {
            return new Fraction(above.negate(), below);
        }

        Fraction times(Fraction other) {
            return new Fraction(above.multiply(other.above), below.multiply(other.below));
        }

        /** Null if the other one is 0. */
        @Nullable
        Fraction remainder(Fraction other) {
            if (other.above.signum() == 0) {
                return null;
            }
            BigInteger times = above.multiply(other.below).divide(below.multiply(other.above));
            return plus(other.times(new Fraction(times, BigInteger.ONE)).negated());
        }

        Fraction floor() {
            BigInteger[] parts = above.divideAndRemainder(below);
            BigInteger floor = parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0];
            return new Fraction(floor, BigInteger.ONE);
        }

        Fraction rounded(int digits) {
            Fraction unit = new Fraction(BigInteger.TEN.pow(digits), BigInteger.ONE);
            Fraction scaled = times(unit);
            Fraction floor = scaled.floor();
            int half = scaled.plus(floor.negated()).compareTo(new Fraction(BigInteger.ONE, BigInteger.TWO));
            boolean up = half > 0 || (half == 0 && floor.above.testBit(0));
            Fraction whole = up ? floor.plus(new Fraction(BigInteger.ONE, BigInteger.ONE)) : floor;
            return new Fraction(whole.above, unit.above);
        }

        @Override
        public int compareTo(Fraction other) {
            return above.multiply(other.below).compareTo(other.above.multiply(below));
        }
    }

    /** An expression and how it is computed; null stands for undefined. */
    private record Term(String text, Function<Map<String, Object>, @Nullable Fraction> value) {}

    @Test
    void theirResultsAreExact() {
        int defined = 0;
        for (int i = 0; i < EXPRESSIONS; i++) {
            Term term = term(3);
            Expression expression = Expression.compile(term.text(), Variables.of("x"), Evaluated.MUCH_TIME);
            for (int j = 0; j < DOCUMENTS_OF_EACH; j++) {
                Map<String, Object> document = document();
                Fraction expected = term.value().apply(document);
                Object result = expression.evaluate(name -> document);
                if (expected == null) {
                    assertThat(result).as("%s of %s", term.text(), document).isSameAs(Expression.UNDEFINED);
                    continue;
                }
                defined++;
                assertThat(result).as("%s of %s", term.text(), document).isInstanceOf(Number.class);
                assertThat(Fraction.of((Number) result))
                        .as("%s of %s", term.text(), document)
                        .isEqualByComparingTo(expected);
            }
        }
        assertThat(defined).isGreaterThan(DOCUMENTS / 2);
    }

    @Test
    void comparisonsAreExact() {
        List<String> operators = List.of("=", "!=", "<", "<=", ">", ">=", " in ");
        for (int i = 0; i < EXPRESSIONS; i++) {
            Term left = term(1);
            Term right = random.nextInt(3) == 0 ? new Term("(" + left.text() + ")", left.value()) : term(1);
            String operator = one(operators);
            Expression expression =
                    Expression.compile(left.text() + operator + right.text(), Variables.of("x"), Evaluated.MUCH_TIME);
            Map<String, Object> document = document();
            Fraction one = left.value().apply(document);
            Fraction other = right.value().apply(document);
            if (one == null || other == null) {
                continue;
            }
            int order = one.compareTo(other);
            boolean expected = switch (operator) {
                case "!=" -> order != 0;
                case "<" -> order < 0;
                case "<=" -> order <= 0;
                case ">" -> order > 0;
                case ">=" -> order >= 0;
                default -> order == 0;
            };
            assertThat(expression.evaluate(name -> document))
                    .as("%s of %s", expression, document)
                    .isEqualTo(expected);
        }
    }

    @Test
    void quotientsAreTheNearestOfTheirDigits() {
        for (int i = 0; i < EXPRESSIONS; i++) {
            Number dividend = number();
            Number divisor = number();
            if (Fraction.of(divisor).above().signum() == 0) {
                continue;
            }
            Object result = Evaluated.with("a", dividend, "b", divisor).value("$a / $b");
            assertThat(result).isInstanceOf(Number.class);
            BigDecimal quotient = new BigDecimal(result.toString());
            BigDecimal exact = new BigDecimal(dividend.toString())
                    .divide(new BigDecimal(divisor.toString()), 200, RoundingMode.DOWN);
            BigDecimal half = new BigDecimal(BigInteger.valueOf(51), 2)
                    .scaleByPowerOfTen(exact.precision() - exact.scale() - ExactArithmetic.PRECISION);
            assertThat(quotient.subtract(exact).abs())
                    .as("%s / %s", dividend, divisor)
                    .isLessThanOrEqualTo(half);
        }
    }

    @Test
    void joinsFiltersAndOrdersByIdsAreExact() {
        Expression joined = compiled("$x@$l.$x@$r[$l.id = $r.id].{'l': $l.at, 'r': $r.at}[]");
        Expression filtered = compiled("[$x[id = $x[0].id].at]");
        Expression distinct = compiled("[$distinct($x.id)]");
        Expression sorted = compiled("[$sort($x, function($l, $r) { $l.id > $r.id }).at]");
        Expression ordered = compiled("[$x^(id, >at).at]");
        Expression plain = compiled("$sort($x.id)");
        Expression grouped = compiled("$x{$string(id): $count(at)}");
        for (int i = 0; i < LISTS; i++) {
            List<Map<String, Object>> list = ids();
            Function<Expression, @Nullable Object> result = expression -> expression.evaluate(name -> list);
            List<Object> pairs = new ArrayList<>();
            for (Map<String, Object> left : list) {
                list.stream()
                        .filter(right -> id(left).equals(id(right)))
                        .forEach(right -> pairs.add(Evaluated.object("l", left.get("at"), "r", right.get("at"))));
            }
            assertThat(result.apply(joined)).as("pairs of %s", list).isEqualTo(pairs);
            assertThat(result.apply(filtered))
                    .isEqualTo(list.stream()
                            .filter(each -> id(each).equals(id(list.get(0))))
                            .map(each -> each.get("at"))
                            .toList());
            assertThat(result.apply(distinct))
                    .isEqualTo(
                            list.stream().map(each -> each.get("id")).distinct().toList());
            List<Map<String, Object>> byId = list.stream()
                    .sorted((one, other) -> id(one).compareTo(id(other)))
                    .toList();
            assertThat(result.apply(sorted))
                    .isEqualTo(byId.stream().map(each -> each.get("at")).toList());
            assertThat(result.apply(plain))
                    .isEqualTo(byId.stream().map(each -> each.get("id")).toList());
            assertThat(result.apply(ordered))
                    .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
                    .hasSameSizeAs(list);
            Map<String, Object> counts = new TreeMap<>();
            list.forEach(
                    each -> counts.merge(String.valueOf(each.get("id")), 1, (one, other) -> (int) one + (int) other));
            assertThat(result.apply(grouped)).isEqualTo(counts);
        }
    }

    private static BigInteger id(Map<String, Object> item) {
        return new BigInteger(String.valueOf(item.get("id")));
    }

    private static Expression compiled(String text) {
        return Expression.compile(text, Variables.of("x"), Evaluated.MUCH_TIME);
    }

    private List<Map<String, Object>> ids() {
        List<Map<String, Object>> list = new ArrayList<>();
        for (int i = 2 + random.nextInt(8); i > 0; i--) {
            Object id = random.nextInt(4) == 0
                    ? BigInteger.ONE.shiftLeft(70).add(BigInteger.valueOf(random.nextInt(3)))
                    : (Object) (BEYOND + random.nextInt(4));
            list.add(Evaluated.object("id", id, "at", list.size()));
        }
        return list;
    }

    private Term term(int depth) {
        if (depth == 0) {
            return leaf();
        }
        return switch (random.nextInt(8)) {
            case 0 -> leaf();
            case 1 -> {
                Term inner = term(depth - 1);
                yield new Term("-(" + inner.text() + ")", with(inner, Fraction::negated));
            }
            case 2 -> function(term(depth - 1));
            case 3 -> ofList(Stream.generate(() -> term(depth - 1)).limit(3).toList());
            default -> operation(term(depth - 1), term(depth - 1));
        };
    }

    private static Function<Map<String, Object>, @Nullable Fraction> with(
            Term term, Function<Fraction, @Nullable Fraction> change) {
        return document -> {
            Fraction value = term.value().apply(document);
            return value == null ? null : change.apply(value);
        };
    }

    private Term operation(Term left, Term right) {
        String operator = one(List.of("+", "-", "*", "%"));
        BiFunction<Fraction, Fraction, @Nullable Fraction> compute = switch (operator) {
            case "+" -> Fraction::plus;
            case "-" -> (one, other) -> one.plus(other.negated());
            case "*" -> Fraction::times;
            default -> Fraction::remainder;
        };
        return new Term("(%s %s %s)".formatted(left.text(), operator, right.text()), document -> {
            Fraction one = left.value().apply(document);
            Fraction other = right.value().apply(document);
            return one == null || other == null ? null : compute.apply(one, other);
        });
    }

    private Term function(Term of) {
        int digits = random.nextInt(20);
        return switch (random.nextInt(4)) {
            case 0 -> new Term("$floor(" + of.text() + ")", with(of, Fraction::floor));
            case 1 ->
                new Term(
                        "$ceil(" + of.text() + ")",
                        with(of, value -> value.negated().floor().negated()));
            case 2 ->
                new Term(
                        "$abs(" + of.text() + ")",
                        with(of, value -> value.above().signum() < 0 ? value.negated() : value));
            default ->
                new Term("$round(%s, %d)".formatted(of.text(), digits), with(of, value -> value.rounded(digits)));
        };
    }

    private Term ofList(List<Term> terms) {
        String list = "([" + String.join(", ", terms.stream().map(Term::text).toList()) + "])";
        Function<Map<String, Object>, List<Fraction>> values = document -> terms.stream()
                .map(term -> term.value().apply(document))
                .filter(Objects::nonNull)
                .toList();
        return switch (random.nextInt(3)) {
            case 0 ->
                new Term(
                        "$sum" + list,
                        document -> values.apply(document).stream().reduce(Fraction.of(0), Fraction::plus));
            case 1 ->
                new Term(
                        "$max" + list,
                        document -> values.apply(document).stream()
                                .max(Fraction::compareTo)
                                .orElse(null));
            default ->
                new Term(
                        "$min" + list,
                        document -> values.apply(document).stream()
                                .min(Fraction::compareTo)
                                .orElse(null));
        };
    }

    private Term leaf() {
        if (random.nextInt(3) == 0) {
            String literal = new BigDecimal(number().toString()).abs().toPlainString();
            Fraction value = Fraction.of(new BigDecimal(literal));
            return new Term(literal, document -> value);
        }
        String name = one(NAMES);
        return new Term("$x." + name, document -> Fraction.of((Number) Objects.requireNonNull(document.get(name))));
    }

    private Map<String, Object> document() {
        Map<String, Object> document = new LinkedHashMap<>();
        NAMES.forEach(name -> document.put(name, number()));
        return document;
    }

    private Number number() {
        return switch (random.nextInt(9)) {
            case 0 -> random.nextInt(7) - 3;
            case 1 -> random.nextInt();
            case 2 -> BEYOND + random.nextInt(5) - 2;
            case 3 -> random.nextLong();
            case 4 -> new BigInteger(90, random);
            case 5 -> BigDecimal.valueOf(random.nextInt(100_000), 2);
            case 6 -> new BigDecimal(new BigInteger(64, random).negate(), 18);
            case 7 -> new BigDecimal(new BigInteger(60, random), 30);
            default ->
                one(List.of(new BigDecimal("0.1"), new BigDecimal("2.50"), new BigDecimal("1E+3"), Long.MIN_VALUE));
        };
    }

    private <T> T one(List<? extends T> choice) {
        return choice.get(random.nextInt(choice.size()));
    }
}
