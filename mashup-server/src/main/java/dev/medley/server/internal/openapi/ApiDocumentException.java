package dev.medley.server.internal.openapi;

/** A file is not a readable OpenAPI document. The message is the fault, as the middle of a sentence. */
final class ApiDocumentException extends Exception {

    private static final long serialVersionUID = 1L;

    ApiDocumentException(String message) {
        super(message);
    }

    ApiDocumentException(String message, Throwable cause) {
        super(message, cause);
    }
}
