package dev.medley.loadtest.topics;

import java.util.Arrays;

/** The events of one stream (HTML, section 9.2), in parts of any size. */
final class Events {

    private static final byte[] DATA = Text.ascii("\ndata: {");
    private static final byte[] GAP = Text.ascii("event: gap");
    private static final byte[] RECONNECT = Text.ascii("event: reconnect");
    private static final byte[] ID = Text.ascii("id: ");
    private static final byte[] NONE = {};

    private final Subscriber subscriber;
    private final Text text;
    private final Tally tally;
    private byte[] incomplete = NONE;
    private boolean begun;

    Events(Subscriber subscriber, Text text, Tally tally) {
        this.subscriber = subscriber;
        this.text = text;
        this.tally = tally;
    }

    /** Takes a part. */
    void take(byte[] bytes, int from, int to, long now) {
        if (incomplete.length == 0) {
            incomplete = rest(bytes, from, to, now);
        } else {
            byte[] all = Arrays.copyOf(incomplete, incomplete.length + to - from);
            System.arraycopy(bytes, from, all, incomplete.length, to - from);
            incomplete = rest(all, 0, all.length, now);
        }
    }

    private byte[] rest(byte[] bytes, int from, int to, long now) {
        int begin = from;
        for (int i = from; i < to - 1; i++) {
            if (bytes[i] == '\n' && bytes[i + 1] == '\n') {
                event(bytes, begin, i + 1, now);
                begin = i + 2;
                i++;
            }
        }
        return begin == to ? NONE : Arrays.copyOfRange(bytes, begin, to);
    }

    private void event(byte[] bytes, int from, int to, long now) {
        text.set(bytes, from, to);
        if (bytes[from] == ':' || text.startsWith(RECONNECT)) {
            tally.heartbeats++;
        } else if (text.startsWith(GAP)) {
            text.skipTo(ID);
            subscriber.gap(text);
        } else if (text.skipTo(DATA)) {
            subscriber.message(text, now);
        } else if (!begun && text.skipTo(ID)) {
            begun = true;
            subscriber.begins(text);
        }
    }
}
