package dev.medley.server.internal.topic.servlet;

import dev.medley.server.internal.topic.TopicService;
import dev.medley.servlet.internal.reply.BrokenOff;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Serves topics in an application. */
public final class TopicServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final transient TopicService service;

    /** Creates a servlet, which is to be mapped to the path of {@code service}, and to what is below it. */
    public TopicServlet(TopicService service) {
        this.service = service;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        BrokenOff.throwIfMarked(request);
        String below = request.getPathInfo();
        service.serve(below == null ? "" : below.substring(1), new ServletExchange(request, response));
    }
}
