package dev.medley.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A document cannot make its check take memory or time without bound. */
class JsonLimitsTest {

    private static final int MIB = 1 << 20;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Test
    void aHugeObjectOfDistinctNamesIsRefusedAtLittleCost() {
        byte[] huge = objectOf(1_500_000);
        assertThat(huge.length).isGreaterThan(14 * MIB);

        long allocated = allocatedBy(() -> assertThatExceptionOfType(MalformedJsonException.class)
                .isThrownBy(() -> Json.parse(huge))
                .withMessageContaining("more than 100000 names, at line 1, column "));

        assertThat(allocated).isLessThan(16L * MIB);
    }

    @Test
    void aHugeObjectThatIsAllowedCostsASmallMultipleOfItsSize() {
        byte[] huge = objectOf(1_500_000);
        JsonLimits wide = new JsonLimits(2_000_000, 10_000_000);

        long allocated = allocatedBy(() -> assertThatNoException().isThrownBy(() -> Json.parse(huge, wide)));

        assertThat(allocated).isLessThan(8L * huge.length);
    }

    @Test
    void aLargeDocumentThatIsNotAsciiIsNotDecodedWhole() {
        byte[] text = ("[\"" + "é".repeat(4 * MIB) + "\"]").getBytes(UTF_8);

        long allocated = allocatedBy(() -> assertThatNoException().isThrownBy(() -> Json.parse(text)));

        assertThat(allocated).isLessThan(MIB);
    }

    @Test
    void namesAreCountedInTheObjectsThatAreOpen() throws MalformedJsonException {
        JsonLimits four = new JsonLimits(4, 1000);

        Json.parse("[{\"a\":1,\"b\":2,\"c\":{\"d\":1}},{\"a\":1,\"b\":2,\"c\":3,\"d\":4}]".getBytes(UTF_8), four);
        assertRefused("{\"a\":1,\"b\":2,\"c\":{\"d\":1,\"e\":2}}", four, "more than 4 names, at line 1, column 25");
    }

    @Test
    void tokensAreCountedInTheWholeDocument() throws MalformedJsonException {
        Json.parse("{\"a\":[1,2]}".getBytes(UTF_8), new JsonLimits(10, 7));
        assertRefused("{\"a\":[1,2]}", new JsonLimits(10, 6), "more than 6 tokens");
        assertRefused("[" + "0,".repeat(2_000_000) + "0]", JsonLimits.DEFAULT, "more than 2000000 tokens");
    }

    @Test
    void aNameThatOccursTwiceIsFoundAmongManyAndFew() {
        for (int names : new int[] {2, 15, 16, 17, 18, 33, 1000, 99_999}) {
            String all = new String(objectOf(names), UTF_8);
            assertThatNoException().isThrownBy(() -> Json.parse(all.getBytes(UTF_8)));
            for (int twice : new int[] {0, names / 2, names - 1}) {
                String again = all.substring(0, all.length() - 1) + ",\"" + name(twice) + "\":1}";
                assertRefused(again, JsonLimits.DEFAULT, "the name '" + name(twice) + "' occurs twice");
            }
        }
    }

    @Test
    void aNameOfAnOuterObjectIsRememberedBehindAnInnerOne() {
        String inner = new String(objectOf(40), UTF_8);
        String outer =
                IntStream.range(0, 30).mapToObj(i -> "\"o" + i + "\":" + inner).collect(Collectors.joining(","));
        assertThatNoException().isThrownBy(() -> Json.parse(("{" + outer + "}").getBytes(UTF_8)));
        assertRefused("{" + outer + ",\"o3\":1}", JsonLimits.DEFAULT, "the name 'o3' occurs twice");
    }

    @Test
    void aNameOfAnyLengthIsFoundAgainAtTheEndOfTheDocument() {
        for (int length = 0; length < 40; length++) {
            String name = "0123456789".repeat(4).substring(0, length);
            assertRefused(
                    "{\"%s\":1,\"%s\":2}".formatted(name, name),
                    JsonLimits.DEFAULT,
                    "the name '" + name + "' occurs twice");
            assertRefused("{\"%s\\u0061\":1,\"%sa\":2}".formatted(name, name), JsonLimits.DEFAULT, "occurs twice");
            String other = name + "b";
            assertThatNoException()
                    .isThrownBy(() -> Json.parse(
                            "{\"%s\":1,\"%s\":2}".formatted(name, other).getBytes(UTF_8)));
        }
    }

    @Test
    void anEscapedNameIsTheNameThatItStandsFor() {
        assertRefused("{\"\\ud83d\\ude00\":1,\"😀\":2}", JsonLimits.DEFAULT, "occurs twice");
        assertRefused("{\"\\/\":1,\"/\":2}", JsonLimits.DEFAULT, "occurs twice");
        assertThatNoException().isThrownBy(() -> Json.parse("{\"\\\\u0061\":1,\"a\":2}".getBytes(UTF_8)));
    }

    /** In a moment: without a form in UTF-8 they would all have one hash, and each be compared with each. */
    @Test
    void manyNamesOfHalvesOfSurrogatePairsAreRefused() {
        int low = Character.MIN_LOW_SURROGATE;
        String names = IntStream.range(0, 60_000)
                .mapToObj(i -> "\"\\u%04x\\u%04x\":0".formatted(low + i / 1024, low + i % 1024))
                .collect(Collectors.joining(",", "{", "}"));

        assertTimeoutPreemptively(
                Duration.ofSeconds(20), () -> assertRefused(names, JsonLimits.DEFAULT, "half of a surrogate pair"));
    }

    @Test
    void limitsBelowOneAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new JsonLimits(0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new JsonLimits(1, 0));
    }

    private static byte[] objectOf(int names) {
        StringBuilder text = new StringBuilder(12 * names).append('{');
        for (int i = 0; i < names; i++) {
            text.append(i == 0 ? "\"" : ",\"").append(name(i)).append("\":1");
        }
        return text.append('}').toString().getBytes(UTF_8);
    }

    private static String name(int i) {
        return "n" + Integer.toString(i, Character.MAX_RADIX);
    }

    private static void assertRefused(String text, JsonLimits limits, String says) {
        assertThatExceptionOfType(MalformedJsonException.class)
                .isThrownBy(() -> Json.parse(text.getBytes(UTF_8), limits))
                .withMessageContaining(says);
    }

    private static long allocatedBy(Runnable task) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        task.run();
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }
}
