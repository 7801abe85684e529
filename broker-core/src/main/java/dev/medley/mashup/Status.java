package dev.medley.mashup;

import java.util.Map;

/** The status codes that Medley itself sets (RFC 9110, section 15). */
public final class Status {

    /** A reply, unless it has another status. */
    public static final int OK = 200;
    /** A reply without a body. */
    public static final int NO_CONTENT = 204;
    /** The request cannot be answered as it is. */
    public static final int BAD_REQUEST = 400;
    /** The caller has not shown who it is (RFC 9110, section 15.5.2). */
    public static final int UNAUTHORIZED = 401;
    /** The caller may not do this (RFC 9110, section 15.5.4). */
    public static final int FORBIDDEN = 403;
    /** No mashup has the path. */
    public static final int NOT_FOUND = 404;
    /** The mashup does not answer the method. */
    public static final int METHOD_NOT_ALLOWED = 405;
    /** The client has sent its request too slowly. */
    public static final int REQUEST_TIMEOUT = 408;
    /** What is there contradicts the request (RFC 9110, section 15.5.10). */
    public static final int CONFLICT = 409;
    /** The request's body is larger than allowed. */
    public static final int CONTENT_TOO_LARGE = 413;
    /** The request leads to a request to a partner that is longer than allowed. */
    public static final int URI_TOO_LONG = 414;
    /** The request's body has another media type than the mashup reads. */
    public static final int UNSUPPORTED_MEDIA_TYPE = 415;
    /** The client asks for more than its quota (RFC 6585, section 4). */
    public static final int TOO_MANY_REQUESTS = 429;
    /** The request's header fields are too large, or make those of a request to a partner too large (RFC 6585, section 5). */
    public static final int REQUEST_HEADER_FIELDS_TOO_LARGE = 431;
    /** In metrics and the access log only, never sent: the client left before there was a reply. */
    public static final int CLIENT_CLOSED_REQUEST = 499;
    /** The mashup failed. */
    public static final int INTERNAL_SERVER_ERROR = 500;
    /** A partner failed. */
    public static final int BAD_GATEWAY = 502;
    /** There is no capacity. */
    public static final int SERVICE_UNAVAILABLE = 503;
    /** A partner did not answer in time, or the deadline passed. */
    public static final int GATEWAY_TIMEOUT = 504;

    /** The phrases of client and server errors in IANA's registry of status codes. */
    private static final Map<Integer, String> TITLES = Map.ofEntries(
            Map.entry(BAD_REQUEST, "Bad Request"),
            Map.entry(401, "Unauthorized"),
            Map.entry(402, "Payment Required"),
            Map.entry(403, "Forbidden"),
            Map.entry(NOT_FOUND, "Not Found"),
            Map.entry(METHOD_NOT_ALLOWED, "Method Not Allowed"),
            Map.entry(406, "Not Acceptable"),
            Map.entry(407, "Proxy Authentication Required"),
            Map.entry(REQUEST_TIMEOUT, "Request Timeout"),
            Map.entry(CONFLICT, "Conflict"),
            Map.entry(410, "Gone"),
            Map.entry(411, "Length Required"),
            Map.entry(412, "Precondition Failed"),
            Map.entry(CONTENT_TOO_LARGE, "Content Too Large"),
            Map.entry(URI_TOO_LONG, "URI Too Long"),
            Map.entry(UNSUPPORTED_MEDIA_TYPE, "Unsupported Media Type"),
            Map.entry(416, "Range Not Satisfiable"),
            Map.entry(417, "Expectation Failed"),
            Map.entry(421, "Misdirected Request"),
            Map.entry(422, "Unprocessable Content"),
            Map.entry(423, "Locked"),
            Map.entry(424, "Failed Dependency"),
            Map.entry(425, "Too Early"),
            Map.entry(426, "Upgrade Required"),
            Map.entry(428, "Precondition Required"),
            Map.entry(429, "Too Many Requests"),
            Map.entry(REQUEST_HEADER_FIELDS_TOO_LARGE, "Request Header Fields Too Large"),
            Map.entry(451, "Unavailable For Legal Reasons"),
            Map.entry(INTERNAL_SERVER_ERROR, "Internal Server Error"),
            Map.entry(501, "Not Implemented"),
            Map.entry(BAD_GATEWAY, "Bad Gateway"),
            Map.entry(SERVICE_UNAVAILABLE, "Service Unavailable"),
            Map.entry(GATEWAY_TIMEOUT, "Gateway Timeout"),
            Map.entry(505, "HTTP Version Not Supported"),
            Map.entry(506, "Variant Also Negotiates"),
            Map.entry(507, "Insufficient Storage"),
            Map.entry(508, "Loop Detected"),
            Map.entry(511, "Network Authentication Required"));

    private Status() {}

    static String title(int status) {
        return TITLES.getOrDefault(status, "Error");
    }
}
