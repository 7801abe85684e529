package dev.medley.stubs.raw;

import dev.medley.stubs.internal.loop.Link;
import dev.medley.stubs.internal.loop.PlainLink;
import dev.medley.stubs.internal.loop.Wire;
import dev.medley.stubs.tls.TlsMisbehaviour;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;

/** A connection over TLS. Used by one thread, which also does the work of the handshake. */
final class TlsLink implements Link {

    private static final int BUFFER = 64 * 1024;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private static final int PROTOCOL_VERSION = 70;

    private static final int HANDSHAKE_FAILURE = 40;

    private static final String PLAIN_ANSWER = Wire.head("400 Bad Request", Wire.length(0), "Connection: close");

    private final PlainLink plain;
    private final SSLEngine engine;
    private final TlsMisbehaviour misbehaviour;

    /** Bytes from the network, ready to be filled. */
    private final ByteBuffer received = ByteBuffer.allocate(BUFFER);

    /** Bytes for the network, ready to be written. */
    private final ByteBuffer pending = ByteBuffer.allocate(BUFFER).flip();

    private boolean established;

    TlsLink(PlainLink plain, SSLEngine engine, TlsMisbehaviour misbehaviour) {
        this.plain = plain;
        this.engine = engine;
        this.misbehaviour = misbehaviour;
    }

    @Override
    public int read(ByteBuffer buffer) throws IOException {
        int length = plain.read(received);
        if (misbehaviour == TlsMisbehaviour.STALLED_HANDSHAKE) {
            received.clear();
            return Math.min(length, 0);
        }
        if (length > 0 && !established) {
            misbehaveInHandshake();
        }
        int before = buffer.position();
        received.flip();
        boolean more = received.hasRemaining();
        while (more) {
            more = unwrap(buffer);
        }
        received.compact();
        int decrypted = buffer.position() - before;
        return decrypted == 0 && (length < 0 || engine.isInboundDone()) ? -1 : decrypted;
    }

    /** Takes one record; returns whether there may be another. */
    private boolean unwrap(ByteBuffer buffer) throws IOException {
        SSLEngineResult result = engine.unwrap(received, buffer);
        proceed();
        return result.getStatus() == Status.OK
                && (result.bytesConsumed() > 0 || engine.getHandshakeStatus() == HandshakeStatus.NEED_UNWRAP)
                && received.hasRemaining();
    }

    /** Does what the engine has to do before it can take or give more. */
    private void proceed() throws IOException {
        HandshakeStatus status = engine.getHandshakeStatus();
        while (status == HandshakeStatus.NEED_TASK || status == HandshakeStatus.NEED_WRAP) {
            if (status == HandshakeStatus.NEED_TASK) {
                engine.getDelegatedTask().run();
            } else {
                wrap(NOTHING);
                closeInHandshake();
            }
            status = engine.getHandshakeStatus();
        }
        established |= status == HandshakeStatus.NOT_HANDSHAKING;
        flush();
    }

    private void wrap(ByteBuffer bytes) throws IOException {
        pending.compact();
        try {
            engine.wrap(bytes, pending);
        } finally {
            pending.flip();
        }
    }

    private void flush() throws IOException {
        plain.write(pending);
    }

    @Override
    public void write(ByteBuffer bytes) throws IOException {
        flush();
        if (established && misbehaviour == TlsMisbehaviour.CORRUPT_RECORD && bytes.hasRemaining()) {
            bytes.position(bytes.limit());
            plain.write(ByteBuffer.wrap(record(23, new byte[64])));
        }
        while (established && bytes.hasRemaining() && !pending.hasRemaining()) {
            wrap(bytes);
            flush();
        }
    }

    /** Ends the handshake in the ways that need no engine. */
    private void misbehaveInHandshake() throws IOException {
        switch (misbehaviour) {
            case RESET_IN_HANDSHAKE -> {
                plain.channel().setOption(StandardSocketOptions.SO_LINGER, 0);
                throw new EOFException("reset in the handshake");
            }
            case ONLY_TLS_1_1 -> answerAndEnd(record(21, new byte[] {2, PROTOCOL_VERSION}));
            case NO_COMMON_CIPHER -> answerAndEnd(record(21, new byte[] {2, HANDSHAKE_FAILURE}));
            case PLAIN_HTTP -> answerAndEnd(Wire.bytes(PLAIN_ANSWER));
            default -> {
                // The handshake goes on.
            }
        }
    }

    private void answerAndEnd(byte[] answer) throws IOException {
        plain.write(ByteBuffer.wrap(answer));
        throw new EOFException("closed in the handshake");
    }

    private void closeInHandshake() throws IOException {
        if (misbehaviour == TlsMisbehaviour.CLOSE_IN_HANDSHAKE) {
            pending.limit(pending.limit() / 2);
            flush();
            throw new EOFException("closed in the handshake");
        }
    }

    /** A record of TLS (RFC 8446, section 5.1) in the clear. */
    private static byte[] record(int type, byte[] content) {
        return ByteBuffer.allocate(5 + content.length)
                .put((byte) type)
                .putShort((short) 0x0303)
                .putShort((short) content.length)
                .put(content)
                .array();
    }

    @Override
    public boolean readable() {
        return plain.readable();
    }

    @Override
    public void interest(boolean read, boolean write) throws IOException {
        flush();
        plain.interest(read || !established, (write && established) || pending.hasRemaining());
    }

    @Override
    public boolean isOpen() {
        return plain.isOpen();
    }

    @Override
    public void shutdownOutput() throws IOException {
        notifyOfClose();
        plain.shutdownOutput();
    }

    @Override
    public void reset() throws IOException {
        plain.reset();
    }

    @Override
    public void close() throws IOException {
        try {
            notifyOfClose();
        } finally {
            plain.close();
        }
    }

    private void notifyOfClose() throws IOException {
        flush();
        if (established && misbehaviour != TlsMisbehaviour.NO_CLOSE_NOTIFY) {
            engine.closeOutbound();
            wrap(NOTHING);
            flush();
        }
    }
}
