package dev.medley.servlet;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The partners that mashups named and that are not configured, each to be logged once. Thread-safe. */
final class UnknownPartners {

    /** The name may come from a client, which must fill neither the memory nor the log. */
    private static final int MAX = 100;

    private final Set<Named> named = ConcurrentHashMap.newKeySet();

    /** Returns true for the first time that {@code mashup} names {@code partner}. */
    boolean isFirst(String mashup, String partner) {
        return named.size() < MAX && named.add(new Named(mashup, partner));
    }

    private record Named(String mashup, String partner) {}
}
