package dev.medley.connection;

/**
 * How many connections to a partner there are at one moment.
 *
 * @param open established, in use or idle
 * @param idle established, waiting for work
 * @param opening being established
 * @param opened established since the start, in all
 */
public record ConnectionCounts(int open, int idle, int opening, long opened) {}
