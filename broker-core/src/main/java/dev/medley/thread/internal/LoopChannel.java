package dev.medley.thread.internal;

/**
 * The owner of a channel, and what it has given with it: the attachment of the channel's key until it has an end point.
 */
record LoopChannel(ChannelOwner owner, Object context) {}
