package dev.medley.servlet;

/**
 * An inbound request that has been answered.
 *
 * @param mashup the name of the servlet
 * @param status the status of the reply
 * @param serviceNanos from its arrival to the end of the reply, in nanoseconds
 * @param clientGone whether the client left before the reply
 */
public record Replied(String mashup, int status, long serviceNanos, boolean clientGone) {}
