package dev.medley.format;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Documents of other formats that could be read as CSV: nearly any text has a first line, so that the page of a proxy in one line
 * would be a table without rows. One is refused where both its media type and its beginning are those of JSON, XML or HTML:
 * many a partner sends CSV as {@code text/html}.
 */
final class OtherDocument {

    private OtherDocument() {}

    static void refuse(String text, @Nullable String contentType) throws FormatException {
        if (contentType == null) {
            return;
        }
        String type = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        String start = text.stripLeading();
        if (isJson(type) && (start.startsWith("{") || start.startsWith("["))) {
            throw new FormatException("it is JSON, according to its content type");
        }
        if (isMarkup(type) && start.startsWith("<")) {
            throw new FormatException("it is HTML or XML, according to its content type");
        }
    }

    private static boolean isJson(String type) {
        return type.endsWith("/json") || type.endsWith("+json");
    }

    private static boolean isMarkup(String type) {
        return type.equals("text/html") || type.endsWith("/xml") || type.endsWith("+xml");
    }
}
