package dev.medley.stubs;

import dev.medley.stubs.raw.RawHttp2Partner;
import dev.medley.stubs.raw.RawPartner;

/**
 * The ways in which one path of {@link PartnerStubs} misbehaves. {@link RawPartner} and {@link RawHttp2Partner} have many more,
 * for all paths of a partner.
 */
public enum StubMisbehaviour {
    /** HTTP/1.1: the connection is reset (RST) in place of an answer. HTTP/2: the stream is reset. */
    RESET,

    /** A status and header fields, then as {@link #RESET}. */
    RESET_AFTER_HEADERS,

    /** Half of a body, then the end: HTTP/1.1: the connection is closed. HTTP/2: the stream is reset. */
    TRUNCATED_BODY,

    /** No answer, until the caller leaves, or the stubs are reset or closed. */
    HANG,

    /** Half of a body, and no more until the caller leaves, or the stubs are reset or closed. */
    HANG_IN_BODY,

    /** A status 200 of type JSON with half of a JSON document, complete as far as HTTP is concerned. */
    MALFORMED_JSON,

    /** HTTP/1.1: a line that is not HTTP, then a close. HTTP/2: a reset of the stream with PROTOCOL_ERROR. */
    MALFORMED_HTTP
}
