package dev.medley.connection.internal;

/**
 * The bounds that all connections share: where partners differ, the largest.
 *
 * @param connectTimeoutMillis when a socket that is still being connected is given up, in milliseconds
 * @param maxRequestHead the limit that requests are {@linkplain DefaultOutboundRequest#checkHead checked} against, in bytes
 * @param maxResponseHead the largest {@link ResponseLimits#maxHead}, in bytes
 */
public record SharedBounds(long connectTimeoutMillis, int maxRequestHead, int maxResponseHead) {}
