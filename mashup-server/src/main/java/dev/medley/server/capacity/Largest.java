package dev.medley.server.capacity;

import java.util.List;

/**
 * The most that fits.
 *
 * @param users at a time
 * @param limitedBy what would be too low with one user more
 */
record Largest(long users, List<String> limitedBy) {}
