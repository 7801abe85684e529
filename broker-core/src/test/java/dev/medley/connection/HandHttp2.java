package dev.medley.connection;

import java.nio.charset.StandardCharsets;

/** A {@link HandConnection} that speaks HTTP/2, frame by frame. */
public final class HandHttp2 {

    private static final int PREFACE = 24;
    private static final int FRAME_HEADER = 9;

    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int RST_STREAM = 3;
    private static final int SETTINGS = 4;
    private static final int GOAWAY = 7;
    private static final int WINDOW_UPDATE = 8;

    private static final int ACK = 1;
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;

    private static final int MAX_CONCURRENT_STREAMS = 3;
    private static final int INITIAL_WINDOW_SIZE = 4;
    private static final int MAX_HEADER_LIST_SIZE = 6;

    /** More than any body of a test; with the window that a connection begins with it is below 2^31. */
    private static final int WIDE = 1 << 30;

    /** The entry for {@code :status 200} in the static table of HPACK, as an indexed field. */
    private static final String STATUS_200 = String.valueOf((char) 0x88);

    /** The field {@code a: b} as a literal without indexing. */
    private static final String TRAILERS = "\u0000\u0001a\u0001b";

    private final HandConnection connection;
    private int unacknowledged;
    /** Of the frame that was read last. */
    private String payload = "";

    private HandHttp2(HandConnection connection) {
        this.connection = connection;
    }

    /** Accepts a connection: reads the preface, and sends SETTINGS with wide windows. */
    public static HandHttp2 accept(HandPartner partner, int maxStreams) {
        HandHttp2 accepted = new HandHttp2(partner.accept());
        accepted.connection.readBytes(PREFACE);
        accepted.send(
                SETTINGS,
                0,
                0,
                number(MAX_CONCURRENT_STREAMS, 2)
                        + number(maxStreams, Integer.BYTES)
                        + number(INITIAL_WINDOW_SIZE, 2)
                        + number(WIDE, Integer.BYTES));
        accepted.send(WINDOW_UPDATE, 0, 0, number(WIDE, Integer.BYTES));
        return accepted;
    }

    /** Changes the number of streams that it allows at a time. */
    public HandHttp2 allowStreams(int streams) {
        return send(SETTINGS, 0, 0, number(MAX_CONCURRENT_STREAMS, 2) + number(streams, Integer.BYTES));
    }

    /** Changes the size of a header list that it accepts. */
    public HandHttp2 allowHeaderList(int bytes) {
        return send(SETTINGS, 0, 0, number(MAX_HEADER_LIST_SIZE, 2) + number(bytes, Integer.BYTES));
    }

    /** Reads until all SETTINGS that it has sent are acknowledged. */
    public HandHttp2 readSettingsAcknowledged() {
        while (unacknowledged > 0) {
            readUpTo(SETTINGS);
        }
        return this;
    }

    /** Reads up to the header fields of a request; returns the number of its stream. */
    public int readHeaders() {
        return readUpTo(HEADERS);
    }

    /** Reads up to a reset; returns the number of its stream. */
    public int readReset() {
        return readUpTo(RST_STREAM);
    }

    /** Reads up to the grant of a window of {@code stream}, 0 for the connection; returns its bytes. */
    public int readGrant(int stream) {
        while (readUpTo(WINDOW_UPDATE) != stream) {
            // Another window's.
        }
        int bytes = 0;
        for (int i = 0; i < Integer.BYTES; i++) {
            bytes = (bytes << Byte.SIZE) | payload.charAt(i);
        }
        return bytes;
    }

    private int readUpTo(int type) {
        while (true) {
            String header = connection.readBytes(FRAME_HEADER);
            if (header.length() < FRAME_HEADER) {
                throw new AssertionError("the other end is closed");
            }
            payload = connection.readBytes(
                    (header.charAt(0) << Short.SIZE) | (header.charAt(1) << Byte.SIZE) | header.charAt(2));
            if (header.charAt(3) == GOAWAY) {
                throw new AssertionError("the other end went away");
            }
            if (header.charAt(3) == SETTINGS && header.charAt(4) == ACK) {
                unacknowledged--;
            }
            if (header.charAt(3) == type) {
                return (header.charAt(7) << Byte.SIZE) | header.charAt(8);
            }
        }
    }

    /** Sends a response without a body. */
    public HandHttp2 answer(int stream) {
        return send(HEADERS, END_HEADERS | END_STREAM, stream, STATUS_200);
    }

    /** Sends the head of a response that has a body. */
    public HandHttp2 sendHead(int stream) {
        return send(HEADERS, END_HEADERS, stream, STATUS_200);
    }

    /** Sends the head of a response that has a body, with one more field. */
    public HandHttp2 sendHead(int stream, String name, String value) {
        return send(HEADERS, END_HEADERS, stream, STATUS_200 + number(0, 1) + text(name) + text(value));
    }

    private static String text(String plain) {
        return number(plain.length(), 1) + plain;
    }

    /** Sends a part of the body. */
    public HandHttp2 sendPart(int stream, String part) {
        return send(DATA, 0, stream, part);
    }

    /** Sends each character of {@code text} as a part of the body. */
    public HandHttp2 sendParts(int stream, String text) {
        StringBuilder frames = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            frames.append(number(1, 3))
                    .append(number(DATA, 1))
                    .append(number(0, 1))
                    .append(number(stream, Integer.BYTES))
                    .append(text.charAt(i));
        }
        connection.send(frames.toString());
        return this;
    }

    /** Sends trailers that end the response. */
    public HandHttp2 sendTrailers(int stream) {
        return send(HEADERS, END_HEADERS | END_STREAM, stream, TRAILERS);
    }

    /** Sends the last part of the body. */
    public HandHttp2 sendLastPart(int stream, String part) {
        return send(DATA, END_STREAM, stream, part);
    }

    /** Resets a stream. */
    public HandHttp2 reset(int stream, int code) {
        return send(RST_STREAM, 0, stream, number(code, Integer.BYTES));
    }

    /** Closes the connection without GOAWAY. */
    public void close() {
        connection.close();
    }

    private HandHttp2 send(int type, int flags, int stream, String payload) {
        unacknowledged += type == SETTINGS ? 1 : 0;
        connection.send(number(payload.length(), 3)
                + number(type, 1)
                + number(flags, 1)
                + number(stream, Integer.BYTES)
                + payload);
        return this;
    }

    private static String number(int value, int bytes) {
        byte[] text = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            text[i] = (byte) (value >> (Byte.SIZE * (bytes - 1 - i)));
        }
        return new String(text, StandardCharsets.ISO_8859_1);
    }
}
