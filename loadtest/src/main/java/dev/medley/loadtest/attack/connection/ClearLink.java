package dev.medley.loadtest.attack.connection;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** A connection without TLS. */
public final class ClearLink implements Link {

    private final SocketChannel channel;
    private final Budget budget;
    private long sent;

    public ClearLink(SocketChannel channel, Budget budget) {
        this.channel = channel;
        this.budget = budget;
    }

    @Override
    public boolean write(ByteBuffer bytes) throws IOException {
        // A channel whose output has ended does not even take no bytes.
        if (bytes.hasRemaining()) {
            sent += budget.write(channel, bytes);
        }
        return !bytes.hasRemaining();
    }

    @Override
    public int read(ByteBuffer buffer) throws IOException {
        return channel.read(buffer);
    }

    @Override
    public void endOutput() throws IOException {
        channel.shutdownOutput();
    }

    @Override
    public long sent() {
        return sent;
    }
}
