package dev.medley.stubs.raw;

/**
 * The behaviour of a {@link RawPartner} towards one request.
 *
 * <p>Unless stated otherwise the request is read to its end first, and the response is correct up to the point where it
 * is not. "Resets" means a TCP reset, "closes" an orderly end of the connection. Where bytes come before a reset, one
 * drip interval passes in between, so that they are not lost with the connection.
 */
public enum Misbehaviour {

    /** None: a correct answer with status 200 and a small JSON document, on a connection that stays open. */
    OK,

    /** The port refuses connections. Not to be mixed with others in a script. */
    REFUSE,

    /**
     * The port does not react to attempts to connect, which then time out: its queue of connections is full. Not to be
     * mixed with others in a script. It needs a system that drops attempts beyond the queue, as Linux and macOS do.
     */
    NEVER_ACCEPT,

    /** Resets the connection as soon as it is accepted, before any request. */
    RESET_ON_ACCEPT,

    /** Resets the connection instead of an answer. */
    RESET_BEFORE_HEADERS,

    /** Resets the connection in the middle of a header field. */
    RESET_IN_HEADERS,

    /** Resets the connection in the middle of the body. */
    RESET_IN_BODY,

    /** Closes the connection instead of an answer. */
    CLOSE_BEFORE_HEADERS,

    /** Closes the connection in the middle of a header field. */
    CLOSE_IN_HEADERS,

    /** Closes the connection in the middle of a body of announced length. */
    CLOSE_IN_BODY,

    /** A correct answer, but its status line and header fields come one byte for each drip interval. */
    DRIP_HEADERS,

    /** A correct answer, but its body comes one byte for each drip interval. */
    DRIP_BODY,

    /** Reads the request and is silent ever after, with the connection open. */
    NEVER_ANSWER,

    /** A body in chunks that never ends, as fast as it is read. */
    ENDLESS_BODY,

    /** Header fields that never end, as fast as they are read. */
    ENDLESS_HEADERS,

    /** {@code Content-Length} is larger than the body; the connection stays open and silent. */
    CONTENT_LENGTH_TOO_LONG,

    /**
     * {@code Content-Length} is smaller than what follows: after the body comes a second answer that no request asked for,
     * with the body {@code {"smuggled":true}}. A client that keeps the connection takes it for the answer to its
     * next request.
     */
    CONTENT_LENGTH_TOO_SHORT,

    /**
     * A correct answer whose head and body have 16,384 bytes together, as many as many clients read at once; the answer
     * {@code {"smuggled":true}}, which no request asked for, follows at once in a write of its own. A client that reads
     * 16,384 bytes sees the end of the answer and nothing behind it.
     */
    SURPLUS_BEHIND_READ,

    /** As {@link #SURPLUS_BEHIND_READ}, with one drip interval before the surplus. */
    SURPLUS_LATER,

    /**
     * As {@link #SURPLUS_BEHIND_READ}, with the surplus sent at the next {@link RawPartner#proceed()}, or when the next
     * request arrives on the connection.
     */
    SURPLUS_ON_SIGNAL,

    /** Two {@code Content-Length} fields that contradict each other. */
    DUPLICATE_CONTENT_LENGTH,

    /** Both {@code Content-Length} and {@code Transfer-Encoding: chunked}, with a body in chunks. */
    CONTENT_LENGTH_AND_TRANSFER_ENCODING,

    /** A chunk whose size is not a number. */
    BAD_CHUNK,

    /** A chunk whose size is below zero. */
    NEGATIVE_CHUNK_SIZE,

    /** A chunk whose size has 17 hexadecimal digits, more than 64 bits hold. */
    OVERFLOWING_CHUNK_SIZE,

    /**
     * A body in chunks under a status line of HTTP/1.0, which has no chunks; {@code Connection: keep-alive} asks for
     * the connection to be used again.
     */
    CHUNKED_IN_HTTP_1_0,

    /** {@code Transfer-Encoding: gzip, chunked}, with a correct body in both codings. */
    GZIP_TRANSFER_CODING,

    /** {@code Transfer-Encoding: foo}, with a body whose end cannot be known; the connection stays open. */
    UNKNOWN_TRANSFER_CODING,

    /** A correct answer, but for its status line, which has the version HTTP/2.0. */
    STATUS_LINE_OF_HTTP_2_0,

    /** A correct answer, but for its status line, which has the version HTTP/3.7. */
    STATUS_LINE_OF_HTTP_3_7,

    /** Closes the connection in the middle of a chunk. */
    TRUNCATED_CHUNKS,

    /** Something that is not HTTP at all: no status line, and bytes above 127. */
    NOT_HTTP,

    /** A correct answer whose JSON is none, although it is complete. */
    BROKEN_JSON,

    /** A correct answer of the announced length whose JSON stops in the middle of a string. */
    TRUNCATED_JSON,

    /** A correct answer whose JSON has bytes inside a string that are not UTF-8. */
    BAD_UTF8,

    /** A correct answer whose JSON is well-formed, with arrays nested 100,000 deep. */
    DEEP_JSON,

    /**
     * A correct answer whose JSON is one object with very many distinct names: {@link
     * RawPartner.Builder#distinctNames(int)}.
     */
    MANY_NAMES,

    /** Informational answers (103) that never end, as fast as they are read; the real one never comes. */
    FLOOD_OF_1XX,

    /** An informational answer (100) that no request expects, and then a correct one. */
    UNSOLICITED_100,

    /** Status 204, which has no body, with a {@code Content-Length} and a body. */
    BODY_ON_204,

    /**
     * A correct answer on a connection that may be used again; it is closed at once nevertheless. A client that uses it
     * again runs into the end of the connection: the race for a stale connection.
     */
    CLOSE_AFTER_RESPONSE,

    /**
     * A correct answer on a connection that may be used again; it is closed at the next {@link
     * RawPartner#proceed()}, or when the next request arrives on it.
     */
    CLOSE_WHILE_IDLE,

    /**
     * A correct answer on a connection that may be used again; its output is closed (FIN) at the next {@link
     * RawPartner#proceed()}, or when the next request arrives on it. From then on whatever arrives is read and dropped.
     */
    HALF_CLOSE_WHILE_IDLE,

    /** An answer with more than 1 MiB of header fields, correct otherwise. */
    HUGE_HEADERS,

    /**
     * A correct answer as soon as the header fields of the request are read. The body of the request is read and
     * dropped afterwards, and the connection stays open.
     */
    EARLY_RESPONSE,

    /**
     * Status 413 as soon as the header fields of the request are read. The rest of the body is left unread, so that its
     * sender stalls; from the next {@link RawPartner#proceed()} on it is read and dropped, up to the end of the
     * connection. A request that was complete by then is answered alike, on a connection that stays open.
     */
    EARLY_413,

    /** Status 302 with the path of the request itself as {@code Location}. */
    REDIRECT_LOOP;

    /** Returns whether it concerns the port, so that no request ever arrives. */
    boolean closesPort() {
        return this == REFUSE || this == NEVER_ACCEPT;
    }
}
