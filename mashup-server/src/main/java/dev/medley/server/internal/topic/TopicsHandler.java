package dev.medley.server.internal.topic;

import dev.medley.config.ConfigurationException;
import dev.medley.config.internal.Configuration;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Status;
import dev.medley.server.internal.topic.access.TopicAccess;
import dev.medley.server.internal.topic.exchange.JettyExchange;
import dev.medley.server.internal.topic.exchange.Refusals;
import dev.medley.server.internal.topic.exchange.RefusedException;
import dev.medley.server.internal.topic.websocket.Handshake;
import dev.medley.thread.internal.BrokerPool;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.URIUtil;

/**
 * Serves topics below their path, and passes other requests on: event streams, WebSockets, polls, publications and tickets. Filters of
 * servlets come behind it. Thread-safe.
 */
public final class TopicsHandler extends Handler.Wrapper {

    private final TopicService service;
    private final SocketUpgrade upgrade;

    /** Creates a handler before {@code handler}, which serves the topics of {@code service}. */
    public TopicsHandler(TopicService service, BrokerPool pool, Handler handler) {
        super(handler);
        this.service = service;
        upgrade = new SocketUpgrade(service, pool);
    }

    /**
     * Checks that no mashup is where topics are.
     *
     * @throws ConfigurationException if there is one, and topics are declared
     */
    public static void checkPaths(Configuration configuration, Iterable<String> mashups) {
        String path = configuration.server().sessions().path();
        List<String> problems = new ArrayList<>();
        for (String each : mashups) {
            if (!configuration.topics().isEmpty() && isBelow(each, path)) {
                problems.add("topics: they have the path %s, and so has the mashup %s; expected another path of that"
                        .formatted(path, each));
            }
        }
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
    }

    private static boolean isBelow(String path, String topics) {
        return path.startsWith(topics) && (path.length() == topics.length() || path.charAt(topics.length()) == '/');
    }

    @Override
    protected void doStart() throws Exception {
        service.start();
        super.doStart();
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        String asked = Request.getPathInContext(request);
        String path = service.path();
        if (!service.hasTopics() || !isBelow(asked, path)) {
            return super.handle(request, response, callback);
        }
        JettyExchange exchange = new JettyExchange(request, response, callback);
        // Browsers encode the > of a pattern.
        String subject = asked.length() > path.length() ? URIUtil.decodePath(asked.substring(path.length() + 1)) : "";
        if (Handshake.isAsked(request)) {
            upgrade(subject, exchange);
        } else {
            service.serve(subject, exchange);
        }
        return true;
    }

    private void upgrade(String subject, JettyExchange exchange) {
        try {
            TopicAccess access = service.access(exchange);
            if (access != null) {
                if (!subject.isEmpty()) {
                    throw Refusals.exception(Status.NOT_FOUND, "WebSockets are at " + service.path());
                }
                upgrade.upgrade(access, exchange);
            }
        } catch (ProblemException | RefusedException x) {
            Refusals.refuse(x, exchange);
        }
    }
}
