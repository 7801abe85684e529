package dev.medley.exchange.internal.content;

import dev.medley.connection.Header;
import dev.medley.connection.ResponseHead;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A content coding (RFC 9110, section 8.4.1) of a body that is decoded. */
public enum ContentCoding {
    /** RFC 1952. */
    GZIP,
    /** RFC 1950, or RFC 1951 as some servers send it. */
    DEFLATE;

    /** The field of a request by which a partner may use these codings. */
    private static final Header ACCEPTED = new Header("Accept-Encoding", "gzip, deflate");

    private static final String CONTENT_ENCODING = "Content-Encoding";
    private static final List<String> OWN = List.of("accept-encoding", "range");

    /** Returns whether a request with these fields may get a coded body: not one that asks for codings, or parts, of its own. */
    public static boolean isLeftToMedley(List<Header> headers) {
        for (Header header : headers) {
            if (OWN.contains(header.name().toLowerCase(Locale.ROOT))) {
                return false;
            }
        }
        return true;
    }

    /** Returns the fields of a request whose response may be coded. */
    public static List<Header> acceptedBy(List<Header> headers) {
        List<Header> more = new ArrayList<>(headers);
        more.add(ACCEPTED);
        return more;
    }

    /** Returns the coding of a response; null if its body comes as it is, or by codings that are not decoded. */
    public static @Nullable ContentCoding of(ResponseHead head) {
        String codings = codings(head);
        return switch (codings) {
            case "gzip", "x-gzip" -> GZIP;
            case "deflate" -> DEFLATE;
            default -> null;
        };
    }

    /** Returns the fault of a response whose body cannot be decoded: by several codings, or one that was not asked for; or null. */
    public static @Nullable String faultOf(ResponseHead head) {
        String codings = codings(head);
        return of(head) != null || codings.isEmpty()
                ? null
                : "its Content-Encoding is '%s', expected one of gzip, deflate".formatted(codings);
    }

    /** Returns why a body that came as it is may not be what was expected: by a coding, which was not decoded; null if it has none. */
    public static @Nullable String undecoded(ResponseHead head) {
        String codings = codings(head);
        if (codings.isEmpty()) {
            return null;
        }
        String fault = "the body has the coding " + codings + ", which is not decoded";
        return of(head) == null
                ? fault
                : fault + ": set decompress: true for the partner, and no Accept-Encoding in the request";
    }

    /** All codings in their order, without those that change nothing. */
    private static String codings(ResponseHead head) {
        if (head.header(CONTENT_ENCODING) == null) {
            return "";
        }
        StringBuilder all = new StringBuilder();
        for (Header header : head.headers()) {
            if (header.name().equalsIgnoreCase(CONTENT_ENCODING)) {
                for (String one : header.value().split(",", -1)) {
                    add(one.strip().toLowerCase(Locale.ROOT), all);
                }
            }
        }
        return all.toString();
    }

    private static void add(String coding, StringBuilder to) {
        if (!coding.isEmpty() && !coding.equals("identity")) {
            to.append(to.isEmpty() ? "" : ", ").append(coding);
        }
    }
}
