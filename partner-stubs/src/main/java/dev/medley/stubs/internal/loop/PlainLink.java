package dev.medley.stubs.internal.loop;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/** A connection in the clear. */
public record PlainLink(SocketChannel channel, SelectionKey key) implements Link {

    @Override
    public int read(ByteBuffer buffer) throws IOException {
        return channel.read(buffer);
    }

    @Override
    public void write(ByteBuffer bytes) throws IOException {
        channel.write(bytes);
    }

    @Override
    public boolean readable() {
        return key.isReadable();
    }

    @Override
    public void interest(boolean read, boolean write) {
        key.interestOps((read ? SelectionKey.OP_READ : 0) | (write ? SelectionKey.OP_WRITE : 0));
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    @Override
    public void shutdownOutput() throws IOException {
        channel.shutdownOutput();
    }

    @Override
    public void reset() throws IOException {
        channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        channel.close();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
