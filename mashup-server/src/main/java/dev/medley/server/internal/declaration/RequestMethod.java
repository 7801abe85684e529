package dev.medley.server.internal.declaration;

/** The methods of requests that a declared mashup answers, and that its exchanges send (RFC 9110, section 9; RFC 5789). */
public enum RequestMethod {
    /** Transfer of a representation. */
    GET,
    /** Processing of a body. */
    POST,
    /** Replacement by a body. */
    PUT,
    /** Partial change by a body. */
    PATCH,
    /** Removal. */
    DELETE
}
