package dev.medley.connection.internal.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.internal.Transfer;
import dev.medley.connection.internal.UnprocessedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests whose write fails when the partner has got them, or may have. */
class FailedWriteTest {

    private final Http2Rig rig = new Http2Rig();

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void aRequestOfWhichBytesWereWrittenMayHaveBeenProcessed() {
        FailingEnd end = new FailingEnd(rig);
        Http2Rig.Recorded recorded = new Http2Rig.Recorded();
        Transfer transfer = Http2Rig.get(rig.connect(end), recorded);
        end.failing = true;
        transfer.send();
        assertThat(recorded.ended).isCompleted();
        assertThat(recorded.ended.join()).isInstanceOf(IOException.class).isNotInstanceOf(UnprocessedException.class);
        assertThat(transfer.begun()).isTrue();
    }

    /** Takes all bytes of a write, and fails it nevertheless: as a socket does whose partner resets it meanwhile. */
    private static final class FailingEnd extends Http2Rig.End {

        private volatile boolean failing;

        FailingEnd(Http2Rig rig) {
            super(rig);
        }

        @Override
        public boolean flush(ByteBuffer... buffers) throws IOException {
            boolean all = super.flush(buffers);
            if (failing) {
                throw new IOException("connection reset");
            }
            return all;
        }
    }
}
