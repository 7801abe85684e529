package dev.medley.exchange.internal.content;

import dev.medley.connection.Header;
import dev.medley.connection.OutboundRequest;
import dev.medley.connection.ResponseHead;
import dev.medley.connection.internal.HeaderFields;
import dev.medley.format.Content;
import dev.medley.format.Format;
import dev.medley.format.FormatException;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the body of a response with status 2xx in a format other than JSON. */
public final class FormattedBody {

    private static final String CONTENT_ENCODING = "Content-Encoding";

    private static final int PARTIAL_CONTENT = 206;
    /** No Content, Reset Content (RFC 9110, sections 15.3.5 and 15.3.6). */
    private static final Set<Integer> NO_BODY = Set.of(204, 205);

    private FormattedBody() {}

    /**
     * Returns the value of a body; null if the partner, which has done what it was asked, has none for it.
     *
     * @throws FormatException if the body is not of the format
     */
    public static <T> @Nullable T read(Format<T> format, OutboundRequest request, ResponseHead head, Content content)
            throws FormatException {
        refusePart(request, head);
        // An empty body is one of CSV and of text, unless the status denies it.
        if (NO_BODY.contains(head.status()) || (content.bytes().length == 0 && format.needsBytes())) {
            return null;
        }
        if (isCoded(head)) {
            throw new FormatException(
                    "it has a Content-Encoding; expected none, or one that decompress of the partner undoes");
        }
        return format.read(content);
    }

    /**
     * Refuses a part of a document that was asked for whole.
     *
     * @throws FormatException if the response is one
     */
    public static void refusePart(OutboundRequest request, ResponseHead head) throws FormatException {
        if (head.status() == PARTIAL_CONTENT && !HeaderFields.contain(request.headers(), "Range")) {
            throw new FormatException(
                    "it is a part of it (status 206); expected all of it, because no Range was requested");
        }
    }

    /**
     * Whether the bytes are compressed, and by nothing that has been undone: text and CSV can be read of any bytes, and what is
     * read is not what was meant. No compressed bytes are JSON.
     */
    private static boolean isCoded(ResponseHead head) {
        return fields(head)
                .flatMap(value -> Stream.of(value.split(",", -1)))
                .map(String::strip)
                .anyMatch(coding -> !coding.isEmpty() && !coding.equalsIgnoreCase("identity"));
    }

    private static Stream<String> fields(ResponseHead head) {
        List<Header> headers = head.headers();
        return headers.stream()
                .filter(header -> header.name().equalsIgnoreCase(CONTENT_ENCODING))
                .map(Header::value);
    }
}
