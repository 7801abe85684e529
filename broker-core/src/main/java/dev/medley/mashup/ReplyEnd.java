package dev.medley.mashup;

/**
 * The end of a reply, for the observer that {@link Mashup#onReplied} registers.
 *
 * @param status the status of the reply; that of the problem if a partner or the deadline cut it off, 499 if the client left
 *     before it
 * @param nanos from the arrival of the request to the end of the reply, in nanoseconds
 * @param clientGone whether the client left before the end of the reply
 */
public record ReplyEnd(int status, long nanos, boolean clientGone) {}
