package dev.medley.server.internal.admin.log;

import java.util.Map;
import org.slf4j.MDC;
import org.slf4j.spi.LoggingEventBuilder;

/** Logs what an encoder of JSON writes as a document: a message, and members. */
final class LogDocument {

    private LogDocument() {}

    /** Logs {@code message} with {@code members}, and nothing of the MDC, which would be there twice. */
    static void log(LoggingEventBuilder event, String message, Map<String, Object> members) {
        LoggingEventBuilder filled = event;
        for (Map.Entry<String, Object> member : members.entrySet()) {
            filled = filled.addKeyValue(member.getKey(), member.getValue());
        }
        Map<String, String> around = MDC.getCopyOfContextMap();
        MDC.clear();
        try {
            filled.log(message);
        } finally {
            if (around != null) {
                MDC.setContextMap(around);
            }
        }
    }
}
