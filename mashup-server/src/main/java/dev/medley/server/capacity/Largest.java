package dev.medley.server.capacity;

import java.util.List;

/**
 * The most that fits.
 *
 * @param users at a time, once {@code mendFirst} is mended
 * @param limitedBy what would be too low with one user more
 * @param mendFirst what is too low for any number of users
 */
record Largest(long users, List<String> limitedBy, List<String> mendFirst) {}
