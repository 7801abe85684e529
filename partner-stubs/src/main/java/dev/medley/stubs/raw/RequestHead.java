package dev.medley.stubs.raw;

import java.io.IOException;
import java.util.List;
import java.util.Locale;

/**
 * The request line and the header fields of one request, as far as they matter to a {@link RawPartner}.
 *
 * @param length of the body in bytes, if it is not chunked
 * @param last whether the caller wants the connection closed after the answer
 * @param expectsContinue whether the caller waits for status 100 before it sends the body
 */
record RequestHead(String method, String target, long length, boolean chunked, boolean last, boolean expectsContinue) {

    /** Reads the header section {@code text}, which may end with empty lines. */
    static RequestHead parse(String text) throws IOException {
        List<String> lines = text.lines().toList();
        List<String> request = List.of(lines.get(0).split(" ", -1));
        if (request.size() != 3) {
            throw new IOException("no request line: " + lines.get(0));
        }
        List<String> fields = lines.subList(1, lines.size());
        String connection = value(fields, "connection");
        return new RequestHead(
                request.get(0),
                request.get(1),
                length(value(fields, "content-length")),
                value(fields, "transfer-encoding").equals("chunked"),
                connection.equals("close") || (request.get(2).equals("HTTP/1.0") && !connection.equals("keep-alive")),
                value(fields, "expect").equals("100-continue"));
    }

    private static String value(List<String> fields, String name) {
        return fields.stream()
                .map(field -> field.split(":", 2))
                .filter(parts -> parts.length == 2 && parts[0].equalsIgnoreCase(name))
                .map(parts -> parts[1].strip().toLowerCase(Locale.ROOT))
                .findFirst()
                .orElse("");
    }

    private static long length(String digits) throws IOException {
        return digits.isEmpty() ? 0 : length(digits, 10);
    }

    /** The number of bytes that {@code digits} announce. */
    static long length(String digits, int radix) throws IOException {
        try {
            long length = Long.parseLong(digits, radix);
            if (length < 0) {
                throw new IOException("a length below 0: " + digits);
            }
            return length;
        } catch (NumberFormatException x) {
            throw new IOException("no length: " + digits, x);
        }
    }
}
