package dev.medley.server.internal.admin.log;

import dev.medley.config.LogField;
import java.util.List;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.RequestLog;
import org.eclipse.jetty.server.Response;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs one event for each inbound request to {@code dev.medley.access}, with a pair of name and value for each chosen field, which
 * an encoder of JSON writes as members. Does not block with the logging configuration of Medley. Thread-safe.
 */
final class JsonAccessLog implements RequestLog {

    private static final Logger LOG = LoggerFactory.getLogger(AccessLog.NAME);

    private final List<LogField> fields;

    JsonAccessLog(List<LogField> fields) {
        this.fields = fields;
    }

    @Override
    public void log(Request request, Response response) {
        LoggedRequest logged = new LoggedRequest(request, response);
        String message = LogText.escaped("%s %s %d".formatted(logged.method(), logged.target(), logged.status()));
        LogDocument.log(LOG.atInfo(), message, logged.members(fields));
    }
}
