package dev.medley.config;

import java.util.Locale;

/** A member of the JSON of the access log and of slow requests. Each is left out of a line for which there is none. */
public enum LogField {
    /** The address of the client. */
    CLIENT,
    /** The name of the caller, if it is known. */
    CALLER,
    /** The method of the request. */
    METHOD,
    /** The path and the query, in which values with secret names are masked. */
    TARGET,
    /** The protocol, such as {@code HTTP/1.1}. */
    PROTOCOL,
    /** The status of the reply; 499 if the client left before it. */
    STATUS,
    /** The bytes of the body of the reply. */
    BYTES,
    /** The messages that a session on topics has got. */
    MESSAGES,
    /** The milliseconds from the first byte of the request to the end of the reply, or of the session. */
    MS,
    /** The field {@code Referer}. */
    REFERER,
    /** The field {@code User-Agent}. */
    USER_AGENT,
    /** The id of the request. */
    REQUEST_ID,
    /** The id of its trace, if it has a span. */
    TRACE_ID,
    /** The id of its span. */
    SPAN_ID,
    /** The path pattern of the mashup. */
    MASHUP,
    /** What came of the request: {@code complete}, {@code incomplete}, {@code refused}, {@code failed} or {@code client_gone}. */
    OUTCOME,
    /** What has refused the request before its mashup was composed, as in {@code medley_requests_refused_total}. */
    REFUSED_BY,
    /** The exchanges whose values are missing. */
    MISSING,
    /** The milliseconds of the phases of the request, such as {@code reading}, {@code exchanges} and {@code writing}. */
    PHASES,
    /** The exchanges, each with its partner, outcome, times, and times of its states. */
    EXCHANGES;

    /** Returns the name that the configuration and the lines use. */
    public String configured() {
        return name().toLowerCase(Locale.ROOT);
    }
}
