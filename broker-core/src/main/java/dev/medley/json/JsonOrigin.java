package dev.medley.json;

/** The source of a document, such as a partner. It is at fault if the document does not fit the type that it is read into. */
@FunctionalInterface
public interface JsonOrigin {

    /**
     * Creates the failure of a document that does not fit.
     *
     * @param pointer the place in the document (RFC 6901); empty for the document itself
     * @param expected the expected value, with names of classes: for logs and messages, not for clients
     */
    RuntimeException unexpectedShape(String pointer, String expected);
}
