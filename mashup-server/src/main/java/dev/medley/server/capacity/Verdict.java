package dev.medley.server.capacity;

/** Whether there is as much of something as is needed. */
enum Verdict {
    OK("ok"),
    TOO_LOW("too low"),
    UNKNOWN("unknown");

    private final String label;

    Verdict(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }
}
