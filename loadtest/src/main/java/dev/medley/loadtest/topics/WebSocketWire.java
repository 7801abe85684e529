package dev.medley.loadtest.topics;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A subscription over a WebSocket. */
final class WebSocketWire implements Wire {

    private static final String KEY = "dGhlIHNhbXBsZSBub25jZQ==";
    private static final byte[] ACCEPTED = Text.ascii("HTTP/1.1 101 ");
    private static final byte[] END_OF_HEAD = Text.ascii("\r\n\r\n");
    private static final byte[] MESSAGE = Text.ascii("{\"id\":");
    private static final byte[] TYPE = Text.ascii("{\"type\":\"");
    private static final byte[] FIRST = Text.ascii("\"first\":\"");
    private static final byte[] POSITION = Text.ascii("\"position\":\"");
    private static final int TEXT = 0x81;
    private static final int CLOSE = 0x88;
    private static final int PING = 0x89;
    private static final int PONG = 0x8A;
    private static final int MASKED = 0x80;
    private static final int LENGTH_16 = 126;
    private static final int LENGTH_64 = 127;
    private static final int MASK = 4;

    private final String subject;
    private final Subscriber subscriber;
    private final Text text;
    private final Tally tally;
    private final boolean reconnects;
    private boolean isOpen;

    WebSocketWire(String subject, Subscriber subscriber, Text text, Tally tally, boolean reconnects) {
        this.subject = subject;
        this.subscriber = subscriber;
        this.text = text;
        this.tally = tally;
        this.reconnects = reconnects;
    }

    @Override
    public byte[] opening() {
        return handshake();
    }

    /** Returns the request for a WebSocket. */
    static byte[] handshake() {
        return Text.ascii(String.join(
                "\r\n",
                "GET /topics HTTP/1.1",
                "Host: localhost",
                "Connection: Upgrade",
                "Upgrade: websocket",
                "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: " + KEY,
                "",
                ""));
    }

    @Override
    public @Nullable Wire again() {
        return reconnects ? new WebSocketWire(subject, subscriber, text, tally, true) : null;
    }

    @Override
    public int take(byte[] bytes, int from, int to, long now, Link link) {
        int place = from;
        if (!isOpen) {
            text.set(bytes, from, to);
            if (to - from < ACCEPTED.length || !text.skipTo(END_OF_HEAD)) {
                return from;
            }
            place = text.place();
            if (!text.set(bytes, from, to).startsWith(ACCEPTED)) {
                tally.failed("handshake: " + text.word());
                link.close();
                return to;
            }
            isOpen = true;
            link.send(subscribe());
        }
        while (true) {
            int next = frame(bytes, place, to, now, link);
            if (next == place) {
                return place;
            }
            place = next;
        }
    }

    private byte[] subscribe() {
        String after = subscriber.position();
        return frame(
                TEXT,
                Text.ascii("{\"type\":\"subscribe\",\"id\":1,\"subject\":\"" + subject + '"'
                        + (after.isEmpty() ? "" : ",\"after\":\"" + after + '"') + '}'));
    }

    /** Takes a frame; returns its end, or {@code from} if it is not whole. */
    private int frame(byte[] bytes, int from, int to, long now, Link link) {
        if (to - from < 2) {
            return from;
        }
        int length = bytes[from + 1] & 0x7F;
        int begin = from + 2;
        if (length == LENGTH_16) {
            if (to - from < 2 + Short.BYTES) {
                return from;
            }
            length = ((bytes[from + 2] & 0xFF) << 8) | (bytes[from + 3] & 0xFF);
            begin += Short.BYTES;
        } else if (length == LENGTH_64) {
            if (to - from < 2 + Long.BYTES) {
                return from;
            }
            length = (int) ByteBuffer.wrap(bytes, begin, Long.BYTES).getLong();
            begin += Long.BYTES;
        }
        if (to - begin < length) {
            return from;
        }
        int end = begin + length;
        switch (bytes[from] & 0xFF) {
            case TEXT -> text(text.set(bytes, begin, end), now);
            case PING -> {
                tally.heartbeats++;
                link.send(frame(PONG, Arrays.copyOfRange(bytes, begin, end)));
            }
            case CLOSE -> link.close();
            default -> tally.failed("frame " + Integer.toHexString(bytes[from] & 0xFF));
        }
        return end;
    }

    private void text(Text message, long now) {
        if (message.startsWith(MESSAGE)) {
            subscriber.message(message, now);
            return;
        }
        message.skipTo(TYPE);
        switch (message.word()) {
            case "subscribed" -> {
                message.skipTo(POSITION);
                subscriber.begins(message);
            }
            case "gap" -> {
                subscriber.gap();
                message.skipTo(FIRST);
            }
            case "reconnect" -> tally.heartbeats++;
            default -> tally.failed(message.rest());
        }
    }

    /** A frame of a client, whose mask is four zeros. */
    static byte[] frame(int first, byte[] data) {
        boolean isLong = data.length >= LENGTH_16;
        ByteBuffer frame = ByteBuffer.allocate(2 + (isLong ? Short.BYTES : 0) + MASK + data.length);
        frame.put((byte) first);
        if (isLong) {
            frame.put((byte) (MASKED | LENGTH_16)).putShort((short) data.length);
        } else {
            frame.put((byte) (MASKED | data.length));
        }
        return frame.putInt(0).put(data).array();
    }
}
