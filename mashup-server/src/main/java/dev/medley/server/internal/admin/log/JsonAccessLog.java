package dev.medley.server.internal.admin.log;

import dev.medley.config.LogField;
import dev.medley.servlet.internal.inbound.RequestSummary;
import java.util.List;
import java.util.StringJoiner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs one event for each inbound request to {@code dev.medley.access}, with a pair of name and value for each chosen field, which
 * an encoder of JSON writes as members. Does not block with the logging configuration of Medley. Thread-safe.
 */
final class JsonAccessLog {

    private static final Logger LOG = LoggerFactory.getLogger(AccessLog.NAME);

    private final List<LogField> fields;

    JsonAccessLog(List<LogField> fields) {
        this.fields = fields;
    }

    void log(LoggedRequest logged, RequestSummary end) {
        if (LOG.isInfoEnabled()) {
            LogDocument.log(LOG.atInfo(), message(logged, end), logged.members(fields, end));
        }
    }

    /** Has nothing that the fields leave out. */
    private String message(LoggedRequest logged, RequestSummary end) {
        StringJoiner message = new StringJoiner(" ").setEmptyValue("request");
        if (fields.contains(LogField.METHOD)) {
            message.add(logged.method());
        }
        if (fields.contains(LogField.TARGET)) {
            message.add(logged.target());
        }
        if (fields.contains(LogField.STATUS)) {
            message.add(Integer.toString(end.status()));
        }
        return LogText.escaped(message.toString());
    }
}
