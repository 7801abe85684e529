package dev.medley.connection.internal.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.internal.Transfer;
import dev.medley.connection.internal.UnprocessedException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The numbers of streams, of which a connection has 2^30 (RFC 9113, section 5.1.1). */
class StreamNumbersTest {

    private final Http2Rig rig = new Http2Rig();
    private final Http2Connection connection = rig.connect(new Http2Rig.End(rig));

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void aConnectionThatHasUsedHalfOfThemTakesNoFurtherRequest() {
        send();
        assertThat(connection.isReusable()).isTrue();

        use(1 << 29);
        Http2Rig.Recorded last = send();

        assertThat(last.ended).isNotDone();
        assertThat(connection.isReusable()).isFalse();
        assertThat(rig.drained()).isOne();
        assertThat(send().ended).isNotDone();
        assertThat(rig.drained()).isOne();
    }

    @Test
    void aConnectionOnWhichJettyOpensNoStreamTakesNoFurtherRequest() {
        use(1 << 30);

        Http2Rig.Recorded refused = send();

        assertThat(refused.ended).isCompleted();
        assertThat(refused.ended.join()).isInstanceOf(UnprocessedException.class);
        assertThat(connection.isReusable()).isFalse();
        assertThat(rig.drained()).isOne();
    }

    private void use(int numbers) {
        for (int i = 0; i < numbers; i++) {
            connection.session().nextStreamId();
        }
    }

    private Http2Rig.Recorded send() {
        Http2Rig.Recorded recorded = new Http2Rig.Recorded();
        Transfer transfer = Http2Rig.get(connection, recorded);
        transfer.send();
        return recorded;
    }
}
