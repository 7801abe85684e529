package dev.medley.stubs;

/**
 * The facts kept of the body of a request.
 *
 * @param length in bytes
 * @param sha256 in small hexadecimal digits; empty if the method has no use for a body
 */
record Body(long length, String sha256) {

    static final Body NONE = new Body(0, "");
}
