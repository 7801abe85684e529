package dev.medley.stubs.raw;

/**
 * The behaviour of a {@link RawHttp2Partner} towards one request, or one connection.
 *
 * <p>Unless stated otherwise the request is read to its end first, the response is correct up to the point where it is
 * not, other streams are not affected, and the connection stays open. "Resets the stream" means RST_STREAM, "closes" an
 * orderly end of the connection without GOAWAY. Where frames come before a reset or a close, one drip interval passes in
 * between, so that they arrive first.
 *
 * <p>A graceful GOAWAY has the code NO_ERROR. Streams above its last stream are not answered, the others are; then the
 * partner closes the connection.
 *
 * <p>Entries that concern a connection are used up by the connection that is opened when it is their turn; if one is the
 * last entry, it treats every later connection, whose requests are answered correctly where the treatment allows.
 */
public enum Http2Misbehaviour {

    /** None: a correct response with status 200 and a small JSON document. */
    OK,

    /** A correct response at the next {@link RawHttp2Partner#proceed()}; the stream stays open until then. */
    OK_ON_SIGNAL,

    /** Concerns a connection: resets it as soon as it is accepted. */
    RESET_ON_ACCEPT,

    /** Concerns a connection: sends nothing at all, SETTINGS included, and reads and drops what arrives. */
    NO_SETTINGS,

    /** Concerns a connection: SETTINGS of the client are not acknowledged. */
    NO_SETTINGS_ACK,

    /** Concerns a connection: PING is not answered. */
    NO_PING_ACK,

    /** Concerns a connection: sends SETTINGS and never reads, so that the client can write no more some time. */
    NEVER_READ,

    /** Concerns a connection: the client's preface is answered with status 400 in HTTP/1.1, and a close. */
    HTTP_1_1_ANSWER,

    /**
     * Concerns a connection: INITIAL_WINDOW_SIZE is 0 and no window is granted, so that no request body can be sent. At
     * the next {@link RawHttp2Partner#proceed()} SETTINGS set it to 65,535.
     */
    NO_WINDOW,

    /** Concerns a connection: MAX_CONCURRENT_STREAMS is 1. */
    ONE_STREAM,

    /**
     * Concerns a connection: MAX_CONCURRENT_STREAMS is 0. At the next {@link RawHttp2Partner#proceed()} SETTINGS set it to
     * 100.
     */
    NO_STREAM,

    /** Graceful GOAWAY in place of a response; the last stream is the one below this one, which was not processed. */
    GOAWAY_BELOW,

    /** As {@link #GOAWAY_BELOW}, and a close that does not wait for the other streams. */
    GOAWAY_BELOW_AND_CLOSE,

    /** As {@link #GOAWAY_BELOW_AND_CLOSE}, with the code ENHANCE_YOUR_CALM. */
    GOAWAY_ENHANCE_YOUR_CALM,

    /** Graceful GOAWAY with this stream as the last one, then a correct response. */
    GOAWAY_BEFORE_RESPONSE,

    /** Graceful GOAWAY with this stream as the last one, between the halves of the body of a correct response. */
    GOAWAY_IN_BODY,

    /** GOAWAY (NO_ERROR) with this stream as the last one, and a close in place of a response. */
    GOAWAY_AND_CLOSE,

    /** GOAWAY (NO_ERROR) with this stream as the last one in the middle of the body, and a close. */
    GOAWAY_IN_BODY_AND_CLOSE,

    /**
     * A correct response. At the next {@link RawHttp2Partner#proceed()} a graceful GOAWAY with the youngest stream as the
     * last one.
     */
    GOAWAY_WHILE_IDLE,

    /**
     * The shutdown in two steps of RFC 9113, section 6.8: GOAWAY (NO_ERROR) with 2^31-1 as the last stream and a correct
     * response; at the next {@link RawHttp2Partner#proceed()} a graceful GOAWAY with the youngest stream as the last one.
     */
    GOAWAY_IN_TWO_STEPS,

    /** Resets the stream with REFUSED_STREAM as soon as the header fields of the request are read. */
    REFUSED_STREAM,

    /** Resets the stream with CANCEL in place of a response. */
    RESET_CANCEL,

    /** Resets the stream with INTERNAL_ERROR in place of a response. */
    RESET_INTERNAL_ERROR,

    /** Resets the stream with ENHANCE_YOUR_CALM in place of a response. */
    RESET_ENHANCE_YOUR_CALM,

    /** Resets the stream with HTTP_1_1_REQUIRED in place of a response. */
    RESET_HTTP_1_1_REQUIRED,

    /** Resets the stream with NO_ERROR in place of a response. */
    RESET_NO_ERROR,

    /** Resets the stream with INTERNAL_ERROR after the header fields. */
    RESET_AFTER_HEADERS,

    /** Resets the stream with INTERNAL_ERROR in the middle of the body. */
    RESET_IN_BODY,

    /** Resets the connection (TCP) in place of a response. */
    RESET_CONNECTION,

    /** Resets the connection (TCP) in the middle of the body. */
    RESET_CONNECTION_IN_BODY,

    /** Closes in place of a response. */
    CLOSE_CONNECTION,

    /** Closes in the middle of a HEADERS frame. */
    CLOSE_CONNECTION_IN_HEADERS,

    /** Closes in the middle of the body, between two DATA frames. */
    CLOSE_CONNECTION_IN_BODY,

    /** A correct response; closes at the next {@link RawHttp2Partner#proceed()}. */
    CLOSE_WHILE_IDLE,

    /** Reads the request and sends nothing for it ever; PING is answered. */
    NEVER_ANSWER,

    /** A correct response, but one drip interval passes before each byte of its header block (in CONTINUATION frames). */
    DRIP_HEADERS,

    /** A correct response, but its body comes in DATA frames of one byte, one for each drip interval. */
    DRIP_BODY,

    /** A body that never ends, as fast as the windows of the client allow. */
    ENDLESS_BODY,

    /** A correct response as soon as the header fields of the request are read; its body is read and dropped. */
    EARLY_RESPONSE,

    /**
     * Status 413 as soon as the header fields of the request are read, and a reset of the stream with NO_ERROR, as RFC
     * 9113, section 8.1, has it.
     */
    EARLY_413,

    /** An interim response (100) that no request expects, and then a correct one. */
    UNSOLICITED_100,

    /** A correct response with trailers. */
    TRAILERS,

    /** A correct response among frames of a type that does not exist, which clients ignore. */
    UNKNOWN_FRAMES,

    /** A correct response whose DATA frame has 100 bytes of padding. */
    PADDED_DATA,

    /** A correct response, and DATA on its stream after END_STREAM. */
    DATA_AFTER_END,

    /** A correct response, and HEADERS on its stream after END_STREAM. */
    HEADERS_AFTER_END,

    /** DATA with END_STREAM and no HEADERS before. */
    DATA_BEFORE_HEADERS,

    /** A body that is longer than {@code content-length}. */
    BODY_TOO_LONG,

    /** A body that is shorter than {@code content-length}, with END_STREAM. */
    BODY_TOO_SHORT,

    /** END_STREAM on HEADERS whose {@code content-length} is above 0. */
    NO_BODY,

    /** Status 204 with a body. */
    BODY_ON_204,

    /** HEADERS without {@code :status}. */
    NO_STATUS,

    /** HEADERS with {@code :status} twice. */
    TWO_STATUSES,

    /** HEADERS whose {@code :status} is {@code ok}. */
    BAD_STATUS,

    /** HEADERS with {@code :status} behind the other fields. */
    STATUS_LAST,

    /** HEADERS with the pseudo-header field {@code :path}, which responses do not have. */
    REQUEST_PSEUDO_HEADER,

    /** A header field whose name has capitals. */
    UPPERCASE_NAME,

    /** The header fields {@code connection: keep-alive} and {@code transfer-encoding: chunked}. */
    CONNECTION_HEADERS,

    /** A header field whose value has CR and LF, followed by what would be another field in HTTP/1.1. */
    LINE_BREAK_IN_VALUE,

    /** A header block with an index that no table has: a connection error. */
    BAD_HPACK,

    /** More than 1 MiB of header fields, in CONTINUATION frames; correct otherwise. */
    HUGE_HEADERS,

    /** A header block of some 16 KiB that stands for some 48 MiB of header fields, by references to one entry. */
    HPACK_BOMB,

    /** HEADERS on a stream that the client never opened, with the number of this one plus 1,000. */
    STREAM_NEVER_OPENED,

    /** HEADERS on stream 2, which only the partner could have opened. */
    EVEN_STREAM,

    /** PUSH_PROMISE for stream 2, although clients of today do not enable it, and then a correct response. */
    PUSH_PROMISE,

    /** DATA on stream 0. */
    DATA_ON_CONNECTION,

    /** SETTINGS on the stream of the request. */
    SETTINGS_ON_STREAM,

    /** A DATA frame of 16,385 bytes, one more than the client allows. */
    FRAME_TOO_LARGE,

    /** PING with 7 bytes. */
    BAD_PING,

    /** SETTINGS with 5 bytes. */
    BAD_SETTINGS,

    /** WINDOW_UPDATE of 0 for the stream. */
    WINDOW_UPDATE_OF_ZERO,

    /** WINDOW_UPDATE for the stream that lifts its window above 2^31-1. */
    WINDOW_OVERFLOW,

    /** WINDOW_UPDATE for the connection that lifts its window above 2^31-1. */
    CONNECTION_WINDOW_OVERFLOW,

    /** DATA frames beyond every window that the client granted, without end. */
    WINDOW_OVERRUN,

    /** HEADERS followed by PING where only CONTINUATION is allowed. */
    INTERRUPTED_HEADERS,

    /** RST_STREAM for the stream of the request, without end. */
    FLOOD_OF_RESETS,

    /** SETTINGS without end. */
    FLOOD_OF_SETTINGS,

    /** PING without end. */
    FLOOD_OF_PINGS,

    /** Empty DATA frames without end. */
    FLOOD_OF_EMPTY_DATA,

    /** Empty CONTINUATION frames without end. */
    FLOOD_OF_CONTINUATIONS,

    /** WINDOW_UPDATE of one byte for the connection without end. */
    FLOOD_OF_WINDOW_UPDATES,

    /** PRIORITY frames without end. */
    FLOOD_OF_PRIORITIES,

    /** Interim responses (103) without end. */
    FLOOD_OF_1XX;

    /** Returns whether it concerns a connection rather than a request. */
    boolean concernsConnection() {
        return switch (this) {
            case RESET_ON_ACCEPT,
                    NO_SETTINGS,
                    NO_SETTINGS_ACK,
                    NO_PING_ACK,
                    NEVER_READ,
                    HTTP_1_1_ANSWER,
                    NO_WINDOW,
                    ONE_STREAM,
                    NO_STREAM -> true;
            default -> false;
        };
    }

    /** Returns whether the response does not wait for the end of the request. */
    boolean early() {
        return this == REFUSED_STREAM || this == EARLY_RESPONSE || this == EARLY_413;
    }

    /** Returns whether it goes on without end, although the client resets the stream. */
    boolean isFlood() {
        return name().startsWith("FLOOD_");
    }
}
