package dev.medley.server.internal.mashups;

import dev.medley.servlet.internal.inbound.RefusedBy;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Replies to the paths that no mashup has, whatever the method: Jetty's own servlet echoes a TRACE, and has 405 for a POST. */
final class UnknownPaths extends HttpServlet {

    private static final long serialVersionUID = 1;

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        request.setAttribute(RefusedBy.ATTRIBUTE, RefusedBy.PATH);
        response.sendError(HttpServletResponse.SC_NOT_FOUND);
    }
}
