package dev.medley.server.internal.inbound;

/** A connection that a session has been given, which has time-outs of its own: the {@link InboundWatch} leaves it alone. */
public interface SessionConnection {}
