package dev.medley.loadtest.attack.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import org.junit.jupiter.api.Test;

class BudgetTest {

    private final ByteArrayOutputStream socket = new ByteArrayOutputStream();
    private final WritableByteChannel channel = Channels.newChannel(socket);

    @Test
    void onlyWhatFitsIsWritten() throws IOException {
        Budget budget = new Budget(10);
        assertThat(budget.write(channel, ByteBuffer.allocate(6))).isEqualTo(6);
        assertThat(budget.isSpent()).isFalse();
        ByteBuffer more = ByteBuffer.allocate(5);
        assertThat(budget.write(channel, more)).isEqualTo(4);
        assertThat(more.remaining()).isEqualTo(1);
        assertThat(budget.isSpent()).isTrue();
        assertThat(budget.write(channel, more)).isZero();
        assertThat(socket.size()).isEqualTo(10);
    }
}
