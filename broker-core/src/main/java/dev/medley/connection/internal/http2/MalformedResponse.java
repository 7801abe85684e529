package dev.medley.connection.internal.http2;

import java.util.List;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.MetaData;
import org.jspecify.annotations.Nullable;

/** The faults of responses that RFC 9113, section 8.1.1, calls malformed, as far as Jetty does not find them. */
final class MalformedResponse {

    private static final int LOWEST_STATUS = 100;
    private static final int LAST_STATUS = 999;
    private static final int MAX_DIGITS = 18;

    private MalformedResponse() {}

    /** Returns the fault of a response's head, or null. */
    static @Nullable String of(MetaData.Response head) {
        int status = head.getStatus();
        if (status < LOWEST_STATUS || status > LAST_STATUS) {
            return "its status is " + status;
        }
        if (status == HttpStatus.SWITCHING_PROTOCOLS_101) {
            return "it is an upgrade, which HTTP/2 does not have";
        }
        HttpFields fields = head.getHttpFields();
        for (HttpField field : fields) {
            HttpHeader name = field.getHeader();
            if (name == HttpHeader.CONNECTION
                    || name == HttpHeader.KEEP_ALIVE
                    || name == HttpHeader.PROXY_CONNECTION
                    || name == HttpHeader.TRANSFER_ENCODING
                    || name == HttpHeader.UPGRADE) {
                return "it has the field %s, which belongs to HTTP/1.1".formatted(field.getName());
            }
        }
        return ofLengths(fields.getValuesList(HttpHeader.CONTENT_LENGTH));
    }

    private static @Nullable String ofLengths(List<String> lengths) {
        if (lengths.size() > 1) {
            return "it has more than one Content-Length";
        }
        for (String length : lengths) {
            boolean number = !length.isEmpty()
                    && length.length() <= MAX_DIGITS
                    && length.chars().allMatch(c -> c >= '0' && c <= '9');
            if (!number) {
                return "its Content-Length is not a number";
            }
        }
        return null;
    }
}
