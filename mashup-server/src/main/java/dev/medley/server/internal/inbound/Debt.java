package dev.medley.server.internal.inbound;

/**
 * What a search has found of one connection, whose client has more than its share of what is scarce.
 *
 * @param search that has found so
 * @param ofBytes false if only the permits of a partner are scarce, which bodies of requests do not hold, nor the connection by itself
 * @param isDeaf whether the socket has taken nothing for a while
 */
record Debt(Standstill.Search search, boolean ofBytes, boolean isDeaf) {}
