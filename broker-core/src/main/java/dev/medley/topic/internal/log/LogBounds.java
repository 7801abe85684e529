package dev.medley.topic.internal.log;

/**
 * What a log keeps. Immutable.
 *
 * @param newestOnly whether it keeps the newest message of each subject only
 * @param messages at most
 * @param bytes at most; of data and what an entry costs beside
 * @param ageNanos for how long, in nanoseconds; {@link Long#MAX_VALUE} without a bound
 * @param ids of publishers whose messages it knows again
 * @param idNanos for how long, in nanoseconds
 */
public record LogBounds(boolean newestOnly, int messages, long bytes, long ageNanos, int ids, long idNanos) {}
