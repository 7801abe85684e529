package dev.medley.servlet.internal.reply;

import dev.medley.config.ServerTimingDetail;
import dev.medley.connection.Header;
import dev.medley.mashup.Reply;
import dev.medley.mashup.internal.DefaultMashup;
import dev.medley.thread.internal.ledger.RequestPhases;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Locale;

/**
 * Writes the head of a reply: that of the mashup, and the fields of every reply.
 *
 * @param fields the fields of every reply
 * @param requestId the id of the request
 * @param mashup whose exchanges {@code Server-Timing} lists
 * @param phases of the request, which is decided
 */
public record ReplyHead(ReplyFields fields, String requestId, DefaultMashup mashup, RequestPhases phases) {

    private static final String DATE = "Date";

    void write(Reply reply, HttpServletResponse response) {
        response.setStatus(reply.status());
        if (!reply.type().isEmpty()) {
            response.setContentType(reply.type());
        }
        if (!reply.type().isEmpty() && !reply.type().equals(response.getContentType()) && !hasCharset(reply.type())) {
            // Jetty adds the charset that it assumes for text, and both containers one that a filter has set.
            response.setCharacterEncoding((String) null);
        }
        // First, so that a mashup that sets the field replaces it.
        response.setHeader(fields.requestIds().field(), requestId);
        boolean replaced = false;
        for (Header header : reply.headers()) {
            if (header.name().equalsIgnoreCase(DATE)) {
                // Jetty has set one.
                response.setHeader(DATE, header.value());
            } else if (!replaced
                    && header.name().equalsIgnoreCase(fields.requestIds().field())) {
                response.setHeader(header.name(), header.value());
                replaced = true;
            } else {
                response.addHeader(header.name(), header.value());
            }
        }
        mashup.replyFields().forEach((name, text) -> {
            String value = text.get();
            if (value != null) {
                response.setHeader(name, value);
            }
        });
        if (fields.timing() != ServerTimingDetail.OFF) {
            response.setHeader(
                    "Server-Timing",
                    fields.timing() == ServerTimingDetail.FULL
                            ? ServerTiming.of(phases, mashup.exchanges())
                            : ServerTiming.ofTotal(phases));
        }
    }

    private static boolean hasCharset(String type) {
        return type.toLowerCase(Locale.ROOT).contains("charset=");
    }
}
