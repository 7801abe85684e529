package dev.medley.loadtest.attack.connection;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** The bytes that a connection of the attacker has still to write, and what happens to it after them. Used by one thread. */
public final class Outgoing {

    private static final int FIRST_CAPACITY = 4096;

    /** What a script wants of its connection once all bytes are written. */
    public enum Afterwards {
        GO_ON,
        /** The output ends: FIN, or close_notify over TLS. */
        END_OUTPUT,
        /** The connection is closed in order. */
        CLOSE,
        /** The connection is reset. */
        RESET,
        /** Over TLS a new handshake, or with version 1.3 new keys. */
        NEW_HANDSHAKE
    }

    private ByteBuffer bytes = ByteBuffer.allocate(FIRST_CAPACITY);
    private Afterwards afterwards = Afterwards.GO_ON;

    public Outgoing ascii(String text) {
        return put(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    public Outgoing put(byte[] more) {
        room(more.length).put(more);
        return this;
    }

    public Outgoing put(int value) {
        room(1).put((byte) value);
        return this;
    }

    /** Puts four bytes, the highest first. */
    public Outgoing number(int value) {
        room(Integer.BYTES).putInt(value);
        return this;
    }

    public Outgoing then(Afterwards next) {
        afterwards = next;
        return this;
    }

    /** The bytes so far. */
    public int size() {
        return bytes.position();
    }

    /** Returns whether something is to happen after the bytes. */
    boolean endsSomething() {
        return afterwards != Afterwards.GO_ON;
    }

    /** Takes all bytes out, to be read. Valid until {@link #clear}. */
    public ByteBuffer flip() {
        return bytes.flip();
    }

    public Outgoing clear() {
        bytes.clear();
        return this;
    }

    /** Returns what is wanted, once. */
    Afterwards takeAfterwards() {
        Afterwards taken = afterwards;
        afterwards = Afterwards.GO_ON;
        return taken;
    }

    private ByteBuffer room(int more) {
        if (bytes.remaining() < more) {
            ByteBuffer larger = ByteBuffer.allocate(Math.max(2 * bytes.capacity(), bytes.position() + more));
            bytes = larger.put(bytes.flip());
        }
        return bytes;
    }
}
