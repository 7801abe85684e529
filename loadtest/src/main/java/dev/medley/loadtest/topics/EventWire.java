package dev.medley.loadtest.topics;

import org.jspecify.annotations.Nullable;

/** A subscription as an event stream over HTTP/1.1, whose body is in chunks (RFC 9112, section 7.1). */
final class EventWire implements Wire {

    private static final byte[] OK = Text.ascii("HTTP/1.1 200 ");
    private static final byte[] END_OF_HEAD = Text.ascii("\r\n\r\n");
    private static final byte[] END_OF_LINE = Text.ascii("\r\n");
    private static final int HEX = 16;

    private final String subject;
    private final Subscriber subscriber;
    private final Text text;
    private final Tally tally;
    private final boolean reconnects;
    private final Events events;
    private boolean isOpen;

    EventWire(String subject, Subscriber subscriber, Text text, Tally tally, boolean reconnects) {
        this.subject = subject;
        this.subscriber = subscriber;
        this.text = text;
        this.tally = tally;
        this.reconnects = reconnects;
        events = new Events(subscriber, text, tally);
    }

    @Override
    public byte[] opening() {
        String after = subscriber.position();
        String position = after.isEmpty() ? "" : "Last-Event-ID: " + after + "\r\n";
        return Text.ascii(String.join(
                "\r\n",
                "GET /topics/" + subject + " HTTP/1.1",
                "Host: localhost",
                "Accept: text/event-stream",
                position + "\r\n"));
    }

    @Override
    public @Nullable Wire again() {
        return reconnects ? new EventWire(subject, subscriber, text, tally, true) : null;
    }

    @Override
    public int take(byte[] bytes, int from, int to, long now, Link link) {
        int place = from;
        if (!isOpen) {
            if (!text.set(bytes, from, to).skipTo(END_OF_HEAD)) {
                return from;
            }
            place = text.place();
            if (!text.set(bytes, from, to).startsWith(OK)) {
                tally.failed("reply: " + text.word());
                link.close();
                return to;
            }
            isOpen = true;
        }
        while (true) {
            int next = chunk(bytes, place, to, now, link);
            if (next == place) {
                return place;
            }
            place = next;
        }
    }

    /**
     * Takes a chunk; returns its end, or {@code from} if it is not whole. The end of its line may come with the next chunk only: it is taken
     * for the begin of that.
     */
    private int chunk(byte[] bytes, int from, int to, long now, Link link) {
        int size = from;
        while (size < to && (bytes[size] == '\r' || bytes[size] == '\n')) {
            size++;
        }
        if (!text.set(bytes, size, to).skipTo(END_OF_LINE)) {
            return from;
        }
        int begin = text.place();
        int length = 0;
        for (int i = size; i < begin - END_OF_LINE.length; i++) {
            length = length * HEX + Character.digit(bytes[i], HEX);
        }
        int end = begin + length;
        if (end > to) {
            return from;
        }
        if (length == 0) {
            link.close();
        } else {
            events.take(bytes, begin, end, now);
        }
        return end;
    }
}
