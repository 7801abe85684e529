package dev.medley.stubs;

import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;

/** A socket that keeps what it has read, to be put under one of TLS. */
public final class RecordingSocket extends Socket {

    private final ByteArrayOutputStream read = new ByteArrayOutputStream();

    public RecordingSocket(int port) throws IOException {
        super(InetAddress.getLoopbackAddress(), port);
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return new FilterInputStream(super.getInputStream()) {
            @Override
            public int read() throws IOException {
                int next = super.read();
                if (next >= 0) {
                    read.write(next);
                }
                return next;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                int count = super.read(bytes, offset, length);
                read.write(bytes, offset, Math.max(count, 0));
                return count;
            }
        };
    }

    /** The content type of the last record of TLS: 21 for an alert, 23 for data. */
    public int lastRecordType() {
        ByteBuffer bytes = ByteBuffer.wrap(read.toByteArray());
        int type = -1;
        while (bytes.remaining() >= 5) {
            type = bytes.get();
            bytes.getShort();
            int length = bytes.getShort() & 0xFFFF;
            bytes.position(bytes.position() + length);
        }
        return type;
    }
}
