package dev.medley.loadtest.topics;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** Many event streams over one connection of HTTP/2 (RFC 9113), by prior knowledge. The windows are as large as they can be. */
final class Http2Wire implements Wire {

    private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int RST_STREAM = 3;
    private static final int SETTINGS = 4;
    private static final int PING = 6;
    private static final int GOAWAY = 7;
    private static final int WINDOW_UPDATE = 8;
    private static final int END_STREAM = 1;
    private static final int ACK = 1;
    private static final int END_OF_GET = 5;
    private static final int INITIAL_WINDOW_SIZE = 4;
    private static final int HEAD = 9;
    private static final int USUAL_WINDOW = 65_535;
    /** Bytes after which the window of the connection is made as large as before. */
    private static final int RENEWED = 1 << 20;
    /** GET, and http, of the static table (RFC 7541, appendix A). */
    private static final int GET = 0x82;

    private static final int HTTP = 0x86;
    private static final int AUTHORITY = 0x41;
    private static final int PATH = 0x44;
    private static final int ACCEPT = 0x53;
    private static final int STATUS_200 = 0x88;
    private static final int TABLE_SIZE = 0x20;
    private static final int TABLE_SIZE_MASK = 0xE0;
    private static final int LONG_SIZE = 0x1F;

    private final Text text;
    private final Tally tally;
    private final Map<Integer, Events> streams = new HashMap<>();
    private final Queue<Pending> pending = new ArrayDeque<>();
    private int lastStream = -1;
    private int taken;
    private boolean isOpen;

    Http2Wire(Text text, Tally tally) {
        this.text = text;
        this.tally = tally;
    }

    private record Pending(String subject, Subscriber subscriber) {}

    @Override
    public byte[] opening() {
        ByteBuffer settings = ByteBuffer.allocate(Short.BYTES + Integer.BYTES)
                .putShort((short) INITIAL_WINDOW_SIZE)
                .putInt(Integer.MAX_VALUE);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(PREFACE.getBytes(StandardCharsets.US_ASCII));
        bytes.writeBytes(frame(SETTINGS, 0, 0, settings.array()));
        bytes.writeBytes(window(Integer.MAX_VALUE - USUAL_WINDOW));
        return bytes.toByteArray();
    }

    @Override
    public @Nullable Wire again() {
        return null;
    }

    /** Opens a stream, as soon as the server's settings are there. */
    void open(String subject, Subscriber subscriber, Link link) {
        if (!isOpen) {
            pending.add(new Pending(subject, subscriber));
            return;
        }
        lastStream += 2;
        streams.put(lastStream, new Events(subscriber, text, tally));
        link.send(frame(HEADERS, END_OF_GET, lastStream, fields("/topics/" + subject)));
    }

    private static byte[] fields(String path) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        block.write(GET);
        block.write(HTTP);
        field(block, AUTHORITY, "localhost");
        field(block, PATH, path);
        field(block, ACCEPT, "text/event-stream");
        return block.toByteArray();
    }

    /** A value of fewer than 127 bytes, without Huffman's code. */
    private static void field(ByteArrayOutputStream block, int name, String value) {
        block.write(name);
        block.write(value.length());
        block.writeBytes(Text.ascii(value));
    }

    @Override
    public int take(byte[] bytes, int from, int to, long now, Link link) {
        int place = from;
        while (to - place >= HEAD) {
            int length = ((bytes[place] & 0xFF) << 16) | ((bytes[place + 1] & 0xFF) << 8) | (bytes[place + 2] & 0xFF);
            int begin = place + HEAD;
            if (to - begin < length) {
                return place;
            }
            int stream = ByteBuffer.wrap(bytes, place + 5, Integer.BYTES).getInt() & Integer.MAX_VALUE;
            frame(bytes, begin, begin + length, bytes[place + 3], bytes[place + 4], stream, now, link);
            place = begin + length;
        }
        return place;
    }

    private void frame(byte[] bytes, int from, int to, int type, int flags, int stream, long now, Link link) {
        switch (type) {
            case DATA -> data(bytes, from, to, flags, stream, now, link);
            case HEADERS -> {
                if (firstField(bytes, from, to) != STATUS_200) {
                    tally.failed("a stream has another status than 200");
                    ends(stream);
                }
            }
            case SETTINGS -> {
                if ((flags & ACK) == 0) {
                    link.send(frame(SETTINGS, ACK, 0, new byte[0]));
                    isOpen = true;
                    pending.forEach(each -> open(each.subject(), each.subscriber(), link));
                    pending.clear();
                }
            }
            case PING -> {
                if ((flags & ACK) == 0) {
                    link.send(frame(PING, ACK, 0, Arrays.copyOfRange(bytes, from, to)));
                }
            }
            case RST_STREAM -> {
                tally.failed("a stream is reset with code "
                        + ByteBuffer.wrap(bytes, from, Integer.BYTES).getInt());
                ends(stream);
            }
            case GOAWAY -> tally.failed("the server has sent GOAWAY");
            default -> {
                // Of no concern to somebody who sends no bodies.
            }
        }
    }

    /** Behind what changes the size of the dynamic table (RFC 7541, section 6.3). */
    private static int firstField(byte[] bytes, int from, int to) {
        int place = from;
        while (place < to - 1 && (bytes[place] & TABLE_SIZE_MASK) == TABLE_SIZE) {
            boolean isLong = (bytes[place] & LONG_SIZE) == LONG_SIZE;
            place++;
            while (isLong && place < to - 1) {
                isLong = bytes[place] < 0;
                place++;
            }
        }
        return bytes[place] & 0xFF;
    }

    private void data(byte[] bytes, int from, int to, int flags, int stream, long now, Link link) {
        Events events = streams.get(stream);
        if (events != null) {
            events.take(bytes, from, to, now);
        }
        taken += to - from;
        if (taken > RENEWED) {
            link.send(window(taken));
            taken = 0;
        }
        if ((flags & END_STREAM) != 0) {
            ends(stream);
        }
    }

    private void ends(int stream) {
        if (streams.remove(stream) != null) {
            tally.broken++;
        }
    }

    private static byte[] window(int bytes) {
        return frame(
                WINDOW_UPDATE,
                0,
                0,
                ByteBuffer.allocate(Integer.BYTES).putInt(bytes).array());
    }

    private static byte[] frame(int type, int flags, int stream, byte[] payload) {
        return ByteBuffer.allocate(HEAD + payload.length)
                .put((byte) (payload.length >> 16))
                .putShort((short) payload.length)
                .put((byte) type)
                .put((byte) flags)
                .putInt(stream)
                .put(payload)
                .array();
    }
}
