package dev.medley.servlet.internal.inbound;

/**
 * A request that the container has refused to parse, and the reply to it, of which its request and response know nothing.
 *
 * @param cause what is wrong with it
 * @param bytes of the body of the reply
 */
public record MalformedRequest(String cause, long bytes) {

    /** The attribute of a request that has it. */
    public static final String ATTRIBUTE = "dev.medley.malformed";
}
