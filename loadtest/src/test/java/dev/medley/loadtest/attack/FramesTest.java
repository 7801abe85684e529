package dev.medley.loadtest.attack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.loadtest.attack.connection.Outgoing;
import dev.medley.loadtest.attack.way.FrameHeads;
import dev.medley.loadtest.attack.way.FrameWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FramesTest {

    private final Outgoing out = new Outgoing();
    private final FrameWriter frames = new FrameWriter(out);
    private final List<String> read = new ArrayList<>();
    private final FrameHeads heads = new FrameHeads((type, flags, stream, payload, length) ->
            read.add(type + " " + flags + " " + stream + " " + payload.remaining() + "/" + length));

    @Test
    void whatIsWrittenIsRead() {
        frames.settings(FrameWriter.INITIAL_WINDOW_SIZE, 70_000)
                .headers(1, new byte[200], true)
                .windowUpdate(1, Integer.MAX_VALUE)
                .reset(1)
                .frame(FrameWriter.PRIORITY_UPDATE, 0, 0);
        heads.receive(out.flip());
        assertThat(read).containsExactly("4 0 0 6/6", "1 5 1 60/200", "8 0 1 4/4", "3 0 1 4/4", "16 0 0 0/0");
    }

    @Test
    void framesAreReadInAnyPieces() {
        frames.headers(3, new byte[100], false).settings();
        ByteBuffer all = out.flip();
        while (all.hasRemaining()) {
            heads.receive(ByteBuffer.wrap(new byte[] {all.get()}));
        }
        assertThat(read).containsExactly("1 4 3 60/100", "4 0 0 0/0");
    }

    @Test
    void settingsHaveTheirValues() {
        frames.settings(FrameWriter.INITIAL_WINDOW_SIZE, 0x12345678);
        ByteBuffer bytes = out.flip();
        assertThat(bytes.getShort(9)).isEqualTo((short) FrameWriter.INITIAL_WINDOW_SIZE);
        assertThat(bytes.getInt(11)).isEqualTo(0x12345678);
    }
}
