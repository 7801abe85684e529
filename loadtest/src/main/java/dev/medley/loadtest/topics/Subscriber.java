package dev.medley.loadtest.topics;

/**
 * One subscription, and what it has seen. It checks that numbers come one after another: a number that is left out without a gap before it is
 * lost.
 */
final class Subscriber {

    private static final byte[] PREV = Text.ascii("\"prev\":\"");
    private static final byte[] POSITION = Text.ascii("\"position\":\"");
    private static final byte[] NUMBER = Text.ascii(NumberedMessage.NUMBER);
    private static final byte[] TIME = Text.ascii(NumberedMessage.TIME);

    private final Tally tally;
    private final boolean remembers;
    private long number;
    private long epoch;
    private long offset = -1;
    private boolean hadGap;
    private String position = "";
    private long epochOfNumber;

    /** @param remembers whether it keeps its position, to resume there */
    Subscriber(Tally tally, boolean remembers) {
        this.tally = tally;
        this.remembers = remembers;
    }

    /** Returns the number of the last message; 0 before the first. */
    long number() {
        return number;
    }

    /** Returns the position to resume at; empty if there is none. */
    String position() {
        return position;
    }

    /** It begins at a position. */
    void begins(Text text) {
        if (position.isEmpty()) {
            tally.subscribed++;
        } else {
            tally.resumed++;
        }
        at(text);
    }

    private void at(Text text) {
        position = remembers ? text.word() : "-";
        epoch = text.hashToColon();
        offset = text.number();
    }

    /** Messages are lost, and the server says so. */
    void gap() {
        hadGap = true;
        tally.gaps++;
    }

    /** As {@link #gap()}, at a position to resume at. */
    void gap(Text text) {
        gap();
        at(text);
    }

    /** A message: its object, from {@code prev} on. */
    void message(Text text, long now) {
        if (!text.skipTo(PREV)) {
            tally.failed("a message without prev");
            return;
        }
        long epochBefore = text.hashToColon();
        long before = text.number();
        text.skipTo(POSITION);
        // Of another epoch after a gap only, and never beyond what has come.
        boolean follows = hadGap || (epochBefore == epoch && before <= offset);
        at(text);
        text.skipTo(NUMBER);
        long next = text.number();
        text.skipTo(TIME);
        long made = text.number();
        tally.received++;
        tally.latency(next, now - made);
        if (next <= number) {
            repeats(next);
        } else if (number > 0 && next > number + 1) {
            if (hadGap) {
                tally.skipped += next - number - 1;
            } else {
                tally.lost += next - number - 1;
            }
        }
        if (!follows) {
            tally.failed("prev is beyond the last position, without a gap");
        }
        hadGap = false;
        if (next > number) {
            number = next;
            epochOfNumber = epoch;
        }
    }

    /** A message again: after a restart its publisher may not know that it was published, and repeat it. */
    private void repeats(long next) {
        if (epochOfNumber != epoch) {
            tally.repeatedInNewEpoch++;
        } else if (next == number) {
            tally.repeated++;
        } else {
            tally.disorder++;
        }
    }
}
