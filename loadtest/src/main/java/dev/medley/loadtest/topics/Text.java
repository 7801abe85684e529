package dev.medley.loadtest.topics;

import java.nio.charset.StandardCharsets;

/** A part of an array, as text in ASCII; one for a loop, which sets it again for each message. */
final class Text {

    private static final long FNV_PRIME = 0x100000001b3L;
    private static final long FNV_BASIS = 0xcbf29ce484222325L;

    private byte[] bytes = {};
    private int place;
    private int end;

    /** Begins at {@code from}. */
    Text set(byte[] array, int from, int to) {
        bytes = array;
        place = from;
        end = to;
        return this;
    }

    /** Returns whether it begins, where it is read, with {@code text}. */
    boolean startsWith(byte[] text) {
        return matches(text, place);
    }

    /** Moves behind the next {@code text}; false, without a move, if there is none. */
    boolean skipTo(byte[] text) {
        for (int at = place; at <= end - text.length; at++) {
            if (matches(text, at)) {
                place = at + text.length;
                return true;
            }
        }
        return false;
    }

    private boolean matches(byte[] text, int at) {
        if (end - at < text.length) {
            return false;
        }
        for (int i = 0; i < text.length; i++) {
            if (bytes[at + i] != text[i]) {
                return false;
            }
        }
        return true;
    }

    /** Reads a whole number; 0 if there is none. */
    long number() {
        long number = 0;
        while (place < end && bytes[place] >= '0' && bytes[place] <= '9') {
            number = number * 10 + bytes[place] - '0';
            place++;
        }
        return number;
    }

    /** Reads up to a colon, and returns a hash of that. */
    long hashToColon() {
        long hash = FNV_BASIS;
        while (place < end && bytes[place] != ':') {
            hash = (hash ^ bytes[place]) * FNV_PRIME;
            place++;
        }
        place++;
        return hash;
    }

    /** Returns what is between here and the next quote or end of line, without a move. */
    String word() {
        int to = place;
        while (to < end && bytes[to] != '"' && bytes[to] != '\r' && bytes[to] != '\n') {
            to++;
        }
        return new String(bytes, place, to - place, StandardCharsets.US_ASCII);
    }

    /** Returns the place where it is read, in its array. */
    int place() {
        return place;
    }

    /** Returns the rest. */
    String rest() {
        return new String(bytes, place, end - place, StandardCharsets.UTF_8);
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
