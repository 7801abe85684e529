package dev.medley.server.internal.trial.report;

import dev.medley.server.recording.Times;

/** The phases of an exchange, as a waterfall shows them. */
enum Phase {
    /** Attempts before the one that brought the response, and the pauses between them. */
    EARLIER("earlier attempts", '\u2504', ':', Terminal.Colour.FAINT),
    /** Waits for a permit. */
    QUEUED("queued", '\u2591', '.', Terminal.Colour.YELLOW),
    /** Waits for a connection. */
    CONNECTING("connecting", '\u2592', '~', Terminal.Colour.MAGENTA),
    /** Sends the request, and waits for the response. */
    WAITING("waiting", '\u2593', '-', Terminal.Colour.CYAN),
    /** Reads the response. */
    BODY("body", '\u2588', '=', Terminal.Colour.GREEN);

    private final String label;
    private final char block;
    private final char ascii;
    private final Terminal.Colour colour;

    Phase(String label, char block, char ascii, Terminal.Colour colour) {
        this.label = label;
        this.block = block;
        this.ascii = ascii;
        this.colour = colour;
    }

    /** Returns the phase at a time between the start and the end of an exchange. */
    static Phase at(double ms, Times times) {
        if (ms < times.attemptMs()) {
            return EARLIER;
        }
        if (ms < times.connectMs()) {
            return QUEUED;
        }
        if (times.headMs() != null && ms >= times.headMs()) {
            return BODY;
        }
        return times.sentMs() == null || ms < times.sentMs() ? CONNECTING : WAITING;
    }

    String label() {
        return label;
    }

    /** Returns its character, {@code count} times. */
    String drawn(int count, Terminal terminal) {
        String text = String.valueOf(terminal.blocks() ? block : ascii).repeat(count);
        return terminal.coloured(colour, text);
    }
}
