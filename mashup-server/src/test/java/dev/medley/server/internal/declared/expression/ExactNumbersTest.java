package dev.medley.server.internal.declared.expression;

import static dev.medley.server.internal.declared.expression.Evaluated.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.dashjoin.jsonata.Jsonata;
import dev.medley.server.internal.declared.expression.value.ExactArithmetic;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Expressions compute with whole numbers and decimals as JSON wrote them. */
class ExactNumbersTest {

    private static final long ID = 9007199254740992L;
    private static final BigDecimal HUGE = new BigDecimal("1E+400");

    private static final Map<String, @Nullable Object> DATA = object(
            "id",
            ID,
            "next",
            ID + 1,
            "ids",
            List.of(ID + 1, ID, ID + 1, ID + 2),
            "price",
            new BigDecimal("12.340000000000000001"),
            "cents",
            List.of(new BigDecimal("0.1"), new BigDecimal("0.20"), new BigDecimal("0.30")),
            "whole",
            new BigDecimal("2.0"),
            "large",
            new BigInteger("12345678901234567890123"),
            "huge",
            HUGE,
            "long",
            new BigDecimal("1E+2147483647"),
            "tiny",
            new BigDecimal("1E-2147483647"),
            "orders",
            List.of(object("customer", ID, "no", 1), object("customer", ID + 1, "no", 2)),
            "customers",
            List.of(object("id", ID + 1, "name", "B"), object("id", ID, "name", "A")));

    private final Evaluated evaluated = Evaluated.with("x", DATA);

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            value = {
                "12.340000000000000001 * 3 → 37.020000000000000003",
                "$x.price * 3 → 37.020000000000000003",
                "$x.price - 12.34 → 1E-18",
                "0.1 + 0.2 → 0.3",
                "1.1 * 1.1 → 1.21",
                "19.99 * 100 → 1999",
                "$x.id + 1 → 9007199254740993",
                "$x.next - $x.id → 1",
                "$x.next * $x.next → 81129638414606699710187514626049",
                "$x.next % 2 → 1",
                "-$x.next → -9007199254740993",
                "-5.5 % 3 → -2.5",
                "9223372036854775807 + 1 → 9223372036854775808",
                "-9223372036854775807 - 2 → -9223372036854775809",
                "9223372036854775808 - 1 → 9223372036854775807",
                "$x.large * 10 → 123456789012345678901230",
                "$x.large - $x.large → 0",
                "$x.whole + 1 → 3",
                "$x.large / 3 → 4115226300411522630041",
                "1 / 8 → 0.125",
                "2 / 3 → 0.6666666666666666666666666666666667",
                "1e30 / 7 → 142857142857142857142857142857.1429",
                "6 / 3 → 2",
                "$sum($x.cents) → 0.6",
                "$sum($x.ids) → 36028797018963972",
                "$average($x.cents) → 0.2",
                "$average($x.ids) → 9007199254740993",
                "$max($x.ids) → 9007199254740994",
                "$min($x.ids) → 9007199254740992",
                "$round($x.price, 17) → 12.34",
                "$round(2.345, 2) → 2.34",
                "$round(2.355, 2) → 2.36",
                "$round(1.005, 2) → 1",
                "$round($x.tiny) → 0",
                "$round(-2.5) → -2",
                "$floor(-$x.price) → -13",
                "$floor($x.large / 10) → 1234567890123456789012",
                "$floor(-$x.tiny) → -1",
                "$ceil($x.tiny) → 1",
                "$ceil(-$x.tiny) → 0",
                "$abs(-$x.next) → 9007199254740993",
                "$abs($x.large * -1) → 12345678901234567890123",
                "$power(3, 40) → 12157665459056928801",
                "$power(1.1, 3) → 1.331",
                "$power(2, -2) → 0.25",
                "$power(0, 0) → 1",
                "$power(-2, 3) → -8",
                "$power(4, 0.5) → 2",
                "$power(1.0375, 360) → 569794.0872912497929345406268324604",
                "$sqrt(2) → 1.414213562373095048801688724209698",
                "$sqrt(81129638414606699710187514626049) → 9007199254740993",
                "$number(\"9007199254740993\") → 9007199254740993",
                "$number(\"12.340000000000000001\") → 12.340000000000000001",
                "$number(\"0x20000000000001\") → 9007199254740993",
                "$string($x.next) → 9007199254740993",
                "$string($x.large) → 12345678901234567890123",
                "$string($x.price * 3) → 37.020000000000000003",
                "\"\" & $x.huge → 1e+400",
                "$string([$x.huge]) → [1e+400]",
                "$string({\"a\": 1e3 * 1}) → {\"a\":1000}",
                "$formatBase($x.large, 16) → 29d42b64e76714244cb",
                "$count([$x.id..$x.id + 2]) → 3",
                "[$x.id..$x.id + 2][2] → 9007199254740994",
                "[9223372036854775806..9223372036854775808][2] → 9223372036854775808",
                "$count([1..$x.whole]) → 2",
                "($x ~> |$|{\"id\": id + 1}|).id → 9007199254740993",
                "($x ~> |$|{\"a\": 1}|).price → 12.340000000000000001",
                "$reduce($x.cents, function($a, $b) { $a + $b }) → 0.6",
                "$map($x.cents, function($v) { $v * 3 })[0] → 0.3",
                "$x.huge * 0 = 0 or true → true",
                "-$x.huge → -1E+400",
                "$abs(-$x.huge) → 1E+400",
                "$x.tiny + 1 → 1",
                "$x.tiny * 5 → 0",
                "5 % $x.whole → 1",
                "$power(2, $x.tiny) → 1",
                "$power($x.tiny, 2) → 0",
                "$power(1.0000001, 100000000) → 22026.4547815773066364694281246363",
            })
    void results(String expression, String expected) {
        if (expression.contains("or true")) {
            assertThat(evaluated.failure(expression)).hasMessageContaining("a number is out of range");
            return;
        }
        Object value = evaluated.value(expression);

        assertThat(String.valueOf(value)).isEqualTo(expected);
        assertThat(value).isInstanceOfAny(Integer.class, Long.class, BigInteger.class, BigDecimal.class, String.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "$x.id != $x.next",
                "$not($x.id = $x.next)",
                "$x.id < $x.next",
                "$x.next >= $x.id + 1",
                "$not($x.id in [$x.next])",
                "$x.id in $x.ids",
                "0.1 + 0.2 = 0.3",
                "$x.price > 12.34",
                "$x.price != 12.34",
                "[$x.id] != [$x.next]",
                "{\"a\": $x.id} != {\"a\": $x.next}",
                "[2] = [$x.whole]",
                "$x.huge = $x.huge",
                "$x.huge != $x.long",
                "$x.huge < $x.long",
                "$x.tiny > 0",
                "$x.large = 12345678901234567890123",
                "$x.ids[$ = 9007199254740993] = [9007199254740993, 9007199254740993]",
                "$count($distinct($x.ids)) = 3",
                "$count($distinct([$x.whole, 2, 2.00])) = 1",
                "$x.ids^($) = [9007199254740992, 9007199254740993, 9007199254740993, 9007199254740994]",
                "$x.ids^(>$)[0] = 9007199254740994",
                "$sort($x.ids)[0] = $x.id",
                "$sort($x.ids, function($a, $b) { $a < $b })[0] = $x.id + 2",
                "$x.customers^(id).name = [\"A\", \"B\"]",
            })
    void comparisons(String expression) {
        assertThat(evaluated.value(expression)).isEqualTo(true);
    }

    @Test
    void aJoinByIdsBeyondDoublesHasEachPairOnce() {
        assertThat(evaluated.value("$x.customers@$c.($x.orders)@$o[$o.customer = $c.id].($c.name & $o.no)"))
                .isEqualTo(List.of("B2", "A1"));
        assertThat(evaluated.value(
                        "$x.customers.($c := $; {\"name\": name, \"orders\": [$x.orders[customer = $c.id].no]})"))
                .isEqualTo(
                        List.of(object("name", "B", "orders", List.of(2)), object("name", "A", "orders", List.of(1))));
    }

    @Test
    void groupsByIdsBeyondDoublesAreApart() {
        assertThat(evaluated.value("$x.orders{$string(customer): no}"))
                .isEqualTo(object("9007199254740992", 1, "9007199254740993", 2));
    }

    @Test
    void aGroupOfAJoinWithoutAMatchIsEmpty() {
        assertThat(evaluated.value("$x.customers@$c.($x.orders)@$o[$o.customer = 5]{$c.name: $o.no}"))
                .isEqualTo(object());
    }

    @ParameterizedTest
    @ValueSource(strings = {"$x.huge", "$x.long", "$x.tiny"})
    void aNumberOfAnyExponentIsPassedOn(String number) {
        Object value = evaluated.value(number);

        assertThat(evaluated.value("{\"big\": " + number + "}")).isEqualTo(object("big", value));
        assertThat(evaluated.value("[" + number + "]"))
                .isEqualTo(List.of(String.valueOf(value)).stream()
                        .map(BigDecimal::new)
                        .toList());
        assertThat(evaluated.value("[1, 2][" + number + "]"))
                .isEqualTo(number.endsWith("tiny") ? 1 : Expression.UNDEFINED);
        assertThat(evaluated.value("$exists(" + number + ") and $type(" + number + ") = \"number\""))
                .isEqualTo(true);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "$x.huge + 1",
                "$x.long - $x.long",
                "1 % $x.long",
                "$x.long / 3",
                "$power(10, 309)",
                "$sum([1, $x.long])",
                "1e308 * 10",
                "$formatBase($x.long, 2)",
                "$sqrt($x.long)",
            })
    void whatIsComputedIsWithinTheRangeOfDoubles(String expression) {
        assertThat(evaluated.failure(expression)).hasMessageContaining("out of range");
    }

    @Test
    void positionsBeyondIntsAreNone() {
        assertThat(evaluated.value("[1, 2][4294967296]")).isEqualTo(Expression.UNDEFINED);
        assertThat(evaluated.value("[1, 2][$x.large]")).isEqualTo(Expression.UNDEFINED);
        assertThat(evaluated.value("[1, 2][-4294967297]")).isEqualTo(Expression.UNDEFINED);
        assertThat(evaluated.value("[1, 2][1.9999999999999999999]")).isEqualTo(2);
        assertThat(evaluated.value("[1, 2][-0.5]")).isEqualTo(2);
    }

    @Test
    void digitsAreBounded() {
        Object product = evaluated.value("$reduce([1..2000], function($a, $i) { $a * 0.123456789 }, 1)");
        Object mixed = evaluated.value("$reduce([1..300], function($a, $i) { $a * 1.123456789 }, 1)");

        assertThat(product).isEqualTo(0);
        assertThat(mixed)
                .isInstanceOfSatisfying(
                        BigDecimal.class,
                        number -> assertThat(number.scale()).isLessThanOrEqualTo(ExactArithmetic.MAX_SCALE));
        assertThat(evaluated.failure("$number($join([1..2000].(\"1\")))"))
                .hasMessageContaining("expected at most 1000");
    }

    @Test
    void aBillIsExact() {
        long id = ID + 1;
        Evaluated bill = Evaluated.with(
                "orders",
                List.of(object("id", 1, "product", id, "quantity", 3), object("id", 2, "product", ID, "quantity", 1)),
                "products",
                List.of(
                        object("id", ID, "price", new BigDecimal("0.1")),
                        object("id", id, "price", new BigDecimal("12.340000000000000001"))));

        Object value = bill.value("""
                (
                  $lines := $orders@$o.$products@$p[$p.id = $o.product].{"order": $o.id, "amount": $o.quantity * $p.price};
                  {"lines": [$lines], "total": $sum($lines.amount)}
                )""");

        assertThat(value)
                .isEqualTo(object(
                        "lines",
                        List.of(
                                object("order", 1, "amount", new BigDecimal("37.020000000000000003")),
                                object("order", 2, "amount", new BigDecimal("0.1"))),
                        "total",
                        new BigDecimal("37.120000000000000003")));
    }

    @Test
    void anotherUserOfTheLibraryInTheThreadKeepsItsNumbers() {
        Jsonata other = Jsonata.jsonata("$map([0.1], function($v) { $v + 0.2 })");

        assertThat(evaluated.value("0.1 + 0.2")).hasToString("0.3");
        assertThat(other.evaluate(null)).isEqualTo(0.1 + 0.2);
        assertThat(evaluated.value("$map([0.1], function($v) { $v + 0.2 })")).hasToString("0.3");
    }
}
