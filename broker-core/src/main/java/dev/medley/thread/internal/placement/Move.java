package dev.medley.thread.internal.placement;

/**
 * A move of a mashup. Immutable.
 *
 * @param from where its code ran before
 * @param to where it runs since, which is another place
 * @param reason of the move
 */
public record Move(Where from, Where to, MoveReason reason) {}
