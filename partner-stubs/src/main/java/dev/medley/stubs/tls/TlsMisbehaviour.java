package dev.medley.stubs.tls;

/**
 * The behaviour of a raw partner over TLS, beside its {@code Misbehaviour} or {@code Http2Misbehaviour}.
 *
 * <p>Unless stated otherwise it speaks TLS 1.2 and 1.3, selects its protocol by ALPN, has a certificate of the given
 * authority for {@code localhost}, {@code 127.0.0.1} and {@code ::1}, and sends close_notify before it closes.
 */
public enum TlsMisbehaviour {

    /** None. */
    OK,

    /** Reads what arrives and never answers, so that the handshake stalls. */
    STALLED_HANDSHAKE,

    /** Closes in the middle of its first flight of the handshake. */
    CLOSE_IN_HANDSHAKE,

    /** Resets the connection (TCP) in place of its first flight of the handshake. */
    RESET_IN_HANDSHAKE,

    /** The certificate is for {@code other.example}. */
    OTHER_HOST,

    /** The certificate expired yesterday. */
    EXPIRED,

    /** The certificate becomes valid tomorrow. */
    NOT_YET_VALID,

    /** The certificate is from another authority. */
    UNKNOWN_AUTHORITY,

    /** Answers as a server of TLS 1.1 only does: with the alert protocol_version, and a close. */
    ONLY_TLS_1_1,

    /** Answers as a server that shares no cipher does: with the alert handshake_failure, and a close. */
    NO_COMMON_CIPHER,

    /** Selects no protocol by ALPN. */
    NO_ALPN,

    /** Closes without close_notify, so that the end may be a truncation. */
    NO_CLOSE_NOTIFY,

    /** After the handshake, sends a record that was not encrypted with the keys of the connection. */
    CORRUPT_RECORD,

    /** Speaks HTTP in the clear: answers the handshake with status 400, and a close. */
    PLAIN_HTTP
}
