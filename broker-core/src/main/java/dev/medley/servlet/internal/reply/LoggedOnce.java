package dev.medley.servlet.internal.reply;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What is logged once for a mashup: partners that it names and that are not configured, reasons of invalid requests. Thread-safe. */
public final class LoggedOnce {

    /** A subject may come from a client, which must fill neither the memory nor the log. */
    private static final int MAX = 100;

    private final Set<Line> lines = ConcurrentHashMap.newKeySet();

    /** Creates one for which every subject is the first one. */
    public LoggedOnce() {}

    /** Returns true for the first time that there is {@code subject} of {@code mashup}. */
    public boolean isFirst(String mashup, String subject) {
        return lines.size() < MAX && lines.add(new Line(mashup, subject));
    }

    private record Line(String mashup, String subject) {}
}
