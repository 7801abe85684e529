package dev.medley.loadtest.report;

/**
 * A paragraph.
 *
 * @param paragraph plain text; nothing in it is markup
 */
public record Text(String paragraph) implements Section {}
