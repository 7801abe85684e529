package dev.medley.account.internal;

import static dev.medley.account.internal.BodyBuffer.Added.CLOSED;
import static dev.medley.account.internal.BodyBuffer.Added.NO_CAPACITY;
import static dev.medley.account.internal.BodyBuffer.Added.TOO_LARGE;
import static dev.medley.account.internal.BodyBuffer.Added.YES;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BodyBufferTest {

    private final HeldBytes held = new HeldBytes(Long.MAX_VALUE);

    @ParameterizedTest(name = "announced {0}")
    @ValueSource(longs = {-1, 0, 1, 11, 12, 1_000_000, Long.MAX_VALUE})
    void whatIsAnnouncedDoesNotChangeWhatIsHeld(long announced) {
        BodyBuffer buffer = new BodyBuffer(1000, announced, held.common());
        assertThat(buffer.add(bytes("Hello"))).isEqualTo(YES);
        assertThat(buffer.add(bytes(" "))).isEqualTo(YES);
        assertThat(buffer.add(bytes("world"))).isEqualTo(YES);
        assertThat(text(buffer)).isEqualTo("Hello world");
    }

    @Test
    void theLimitItselfIsAllowedAndOneMoreIsNot() {
        BodyBuffer buffer = new BodyBuffer(5, -1, held.common());
        assertThat(buffer.add(bytes("abc"))).isEqualTo(YES);
        assertThat(buffer.add(bytes("de"))).isEqualTo(YES);
        assertThat(buffer.add(bytes("f"))).isEqualTo(TOO_LARGE);
        assertThat(text(buffer)).isEqualTo("abcde");
    }

    @Test
    void aPartThatIsTooLargeIsNotHeldInPart() {
        BodyBuffer buffer = new BodyBuffer(5, -1, held.common());
        ByteBuffer part = bytes("abcdef");
        assertThat(buffer.add(part)).isEqualTo(TOO_LARGE);
        assertThat(part.remaining()).isEqualTo(6);
        assertThat(buffer.toBytes()).isEmpty();
    }

    @Test
    void withALimitOfZeroNothingIsHeld() {
        BodyBuffer buffer = new BodyBuffer(0, 100, held.common());
        assertThat(buffer.add(bytes(""))).isEqualTo(YES);
        assertThat(buffer.add(bytes("a"))).isEqualTo(TOO_LARGE);
        assertThat(buffer.toBytes()).isEmpty();
    }

    @Test
    void manyPartsBecomeOneBody() {
        BodyBuffer buffer = new BodyBuffer(1 << 20, -1, held.common());
        for (int i = 0; i < 10_000; i++) {
            assertThat(buffer.add(bytes("0123456789"))).isEqualTo(YES);
        }
        assertThat(text(buffer)).isEqualTo("0123456789".repeat(10_000));
    }

    @ParameterizedTest(name = "announced {0}")
    @ValueSource(longs = {-1, 100_000, 3_000_000, Long.MAX_VALUE})
    void aLargeBodyIsThatOfItsPartsAndAsManyBytesAreReserved(long announced) {
        BodyBuffer buffer = new BodyBuffer(4 << 20, announced, held.common());
        StringBuilder expected = new StringBuilder();
        for (int i = 0; expected.length() < 3_000_000; i++) {
            String part = Integer.toString(i).repeat(1 + i % 5000);
            expected.append(part);
            assertThat(buffer.add(bytes(part))).isEqualTo(YES);
            assertThat(held.used()).isGreaterThanOrEqualTo(buffer.length());
        }
        assertThat(buffer.length()).isEqualTo(expected.length());
        assertThat(text(buffer)).isEqualTo(expected.toString());
        assertThat(held.used()).isEqualTo(expected.length());
    }

    @Test
    void aLargeBodyThatIsDroppedHoldsNothing() {
        BodyBuffer buffer = new BodyBuffer(4 << 20, -1, held.common());
        assertThat(buffer.add(ByteBuffer.allocate(1_000_000))).isEqualTo(YES);
        assertThat(buffer.add(ByteBuffer.allocate(1_000_000))).isEqualTo(YES);
        buffer.close();
        assertThat(held.used()).isZero();
    }

    @Test
    void theLimitOfALargeBodyIsAllowedAndOneMoreIsNot() {
        BodyBuffer buffer = new BodyBuffer(1_000_000, -1, held.common());
        assertThat(buffer.add(ByteBuffer.allocate(999_999))).isEqualTo(YES);
        assertThat(buffer.add(ByteBuffer.allocate(1))).isEqualTo(YES);
        assertThat(buffer.add(ByteBuffer.allocate(1))).isEqualTo(TOO_LARGE);
        assertThat(held.used()).isEqualTo(1_000_000);
    }

    @Test
    void itsBytesAreReservedUntilTheyAreReleased() {
        BodyBuffer buffer = new BodyBuffer(1 << 20, -1, held.common());
        assertThat(buffer.add(bytes("x".repeat(5000)))).isEqualTo(YES);
        assertThat(held.used()).isGreaterThanOrEqualTo(5000);
        byte[] body = buffer.toBytes();
        assertThat(held.used()).isEqualTo(body.length).isEqualTo(5000);
        buffer.close();
        assertThat(held.used()).as("the body has another holder").isEqualTo(5000);
    }

    @Test
    void theBytesOfABodyThatHasBeenTakenAreGivenBackOnce() {
        BodyBuffer buffer = new BodyBuffer(1 << 20, -1, held.common());
        assertThat(buffer.add(bytes("abc"))).isEqualTo(YES);
        assertThat(buffer.toBytes()).hasSize(3);
        buffer.release();
        buffer.release();
        buffer.close();
        assertThat(held.used()).isZero();
    }

    @Test
    void aSpentBudgetIsNoCapacity() {
        HeldBytes little = new HeldBytes(3000);
        BodyBuffer first = new BodyBuffer(1 << 20, 2500, little.common());
        BodyBuffer second = new BodyBuffer(1 << 20, 1000, little.common());
        assertThat(first.add(bytes("x".repeat(2500)))).isEqualTo(YES);
        assertThat(second.add(bytes("x".repeat(1000)))).isEqualTo(NO_CAPACITY);
        first.close();
        assertThat(second.add(bytes("x".repeat(1000)))).isEqualTo(YES);
        second.close();
        assertThat(little.used()).isZero();
    }

    @Test
    void aClosedBufferTakesNoMoreAndHoldsNothing() {
        BodyBuffer buffer = new BodyBuffer(100, -1, held.common());
        assertThat(buffer.add(bytes("abc"))).isEqualTo(YES);
        buffer.close();
        buffer.close();
        assertThat(held.used()).isZero();
        assertThat(buffer.add(bytes("d"))).isEqualTo(CLOSED);
        assertThat(held.used()).isZero();
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(BodyBuffer buffer) {
        return new String(buffer.toBytes(), StandardCharsets.UTF_8);
    }
}
