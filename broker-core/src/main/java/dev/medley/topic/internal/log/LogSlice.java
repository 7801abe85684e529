package dev.medley.topic.internal.log;

import java.util.List;

/**
 * What has been read of a log for one selection.
 *
 * @param isGap whether messages behind the asked offset are no longer there, or may be missing
 * @param first the offset of the first message that is there, if {@code isGap}; one more than the newest if none is
 * @param messages in order
 * @param through all messages up to this offset are in {@code messages}, or were not selected
 * @param isEnd whether that is all
 */
public record LogSlice(boolean isGap, long first, List<LogMessage> messages, long through, boolean isEnd) {}
