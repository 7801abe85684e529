package dev.medley.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BodyBufferTest {

    @ParameterizedTest(name = "announced {0}")
    @ValueSource(longs = {-1, 0, 1, 11, 12, 1_000_000, Long.MAX_VALUE})
    void whatIsAnnouncedDoesNotChangeWhatIsHeld(long announced) {
        BodyBuffer buffer = new BodyBuffer(1000, announced);
        assertThat(buffer.add(bytes("Hello"))).isTrue();
        assertThat(buffer.add(bytes(" "))).isTrue();
        assertThat(buffer.add(bytes("world"))).isTrue();
        assertThat(text(buffer)).isEqualTo("Hello world");
    }

    @Test
    void theLimitItselfIsAllowedAndOneMoreIsNot() {
        BodyBuffer buffer = new BodyBuffer(5, -1);
        assertThat(buffer.add(bytes("abc"))).isTrue();
        assertThat(buffer.add(bytes("de"))).isTrue();
        assertThat(buffer.add(bytes("f"))).isFalse();
        assertThat(text(buffer)).isEqualTo("abcde");
    }

    @Test
    void aPartThatIsTooLargeIsNotHeldInPart() {
        BodyBuffer buffer = new BodyBuffer(5, -1);
        ByteBuffer part = bytes("abcdef");
        assertThat(buffer.add(part)).isFalse();
        assertThat(part.remaining()).isEqualTo(6);
        assertThat(buffer.toBytes()).isEmpty();
    }

    @Test
    void withALimitOfZeroNothingIsHeld() {
        BodyBuffer buffer = new BodyBuffer(0, 100);
        assertThat(buffer.add(bytes(""))).isTrue();
        assertThat(buffer.add(bytes("a"))).isFalse();
        assertThat(buffer.toBytes()).isEmpty();
    }

    @Test
    void manyPartsBecomeOneBody() {
        BodyBuffer buffer = new BodyBuffer(1 << 20, -1);
        for (int i = 0; i < 10_000; i++) {
            assertThat(buffer.add(bytes("0123456789"))).isTrue();
        }
        assertThat(text(buffer)).isEqualTo("0123456789".repeat(10_000));
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(BodyBuffer buffer) {
        return new String(buffer.toBytes(), StandardCharsets.UTF_8);
    }
}
