package dev.medley.server.internal.topic.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Small frames leave in one buffer, large ones as they are. */
class OutgoingFramesTest {

    private final OutgoingFrames frames = new OutgoingFrames();

    @Test
    void smallFramesAreOneBufferInTheirOrder() {
        add("one ");
        add("two ");
        add("three");
        assertThat(frames.bytes()).isEqualTo(13);
        ByteBuffer[] taken = frames.takeAll();
        assertThat(taken).hasSize(1);
        assertThat(text(taken)).isEqualTo("one two three");
        assertThat(frames.isEmpty()).isTrue();
        assertThat(frames.bytes()).isZero();
    }

    @Test
    void oneFrameIsNotCopied() {
        ByteBuffer only = ByteBuffer.wrap(new byte[10]);
        frames.add(only);
        ByteBuffer[] taken = frames.takeAll();
        assertThat(taken).hasSize(1);
        assertThat(taken[0]).isSameAs(only);
    }

    @Test
    void largeFramesAreNotCopied() {
        ByteBuffer head = ByteBuffer.wrap(new byte[10]);
        ByteBuffer members = ByteBuffer.wrap(new byte[5000]);
        frames.add(head);
        frames.add(members);
        ByteBuffer[] taken = frames.takeAll();
        assertThat(taken).hasSize(2);
        assertThat(taken[1]).isSameAs(members);
    }

    @Test
    void whatIsAddedBehindAWriteIsForTheNextOne() {
        add("first");
        frames.takeAll();
        assertThat(frames.takeAll()).isEmpty();
        add("second");
        assertThat(text(frames.takeAll())).isEqualTo("second");
    }

    private void add(String text) {
        frames.add(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
    }

    private static String text(ByteBuffer... taken) {
        StringBuilder text = new StringBuilder();
        Stream.of(taken).forEach(each -> text.append(StandardCharsets.US_ASCII.decode(each.duplicate())));
        return text.toString();
    }
}
