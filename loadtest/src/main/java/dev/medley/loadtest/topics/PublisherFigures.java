package dev.medley.loadtest.topics;

import java.util.Map;

/**
 * How a publication went.
 *
 * @param published messages that were sent
 * @param acknowledged those whose position came
 * @param seconds from the first to the last acknowledgement
 * @param lateMillis the most that a message was sent too late, since the machine was busy
 * @param failures what else the server replied, and how often
 */
public record PublisherFigures(
        long published, long acknowledged, double seconds, double lateMillis, Map<String, Integer> failures) {}
