package dev.medley.server.internal.admin.servlet;

import dev.medley.connection.Header;
import dev.medley.mashup.Reply;
import dev.medley.server.internal.admin.page.AdminPages;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Serves the {@link AdminPages} inside an application. They are then accessible to all clients of the application, so that
 * it has to enable them: context parameter {@value #PARAMETER}, {@code true}.
 */
public final class AdminServlet extends HttpServlet {

    /** The context parameter that enables it. */
    public static final String PARAMETER = "medley.admin";

    private static final long serialVersionUID = 1L;
    private static final String NAME = "medley-admin";

    private final transient AdminPages pages;

    private AdminServlet(AdminPages pages) {
        this.pages = pages;
    }

    /**
     * Adds the pages to a starting application, if its context parameter enables them.
     *
     * @return true if it does
     * @throws IllegalStateException if the application has started, or another servlet has one of the paths
     */
    public static boolean registerIfEnabled(ServletContext context, AdminPages pages) {
        if (!Boolean.parseBoolean(context.getInitParameter(PARAMETER))) {
            return false;
        }
        ServletRegistration.@Nullable Dynamic registration = context.addServlet(NAME, new AdminServlet(pages));
        if (registration == null) {
            throw new IllegalStateException("another servlet of the application has the name " + NAME);
        }
        for (String taken : registration.addMapping(pages.patterns().toArray(String[]::new))) {
            throw new IllegalStateException(
                    PARAMETER + " is true, but another servlet of the application has the path " + taken);
        }
        return true;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        // A prefix is matched by the container, which splits the path.
        String rest = request.getPathInfo() == null ? "" : request.getPathInfo();
        Reply reply = pages.reply(request.getMethod(), request.getServletPath() + rest);
        response.setStatus(reply.status());
        response.setContentType(reply.type());
        response.setContentLength(reply.body().length);
        for (Header header : reply.headers()) {
            response.setHeader(header.name(), header.value());
        }
        if (!"HEAD".equals(request.getMethod())) {
            response.getOutputStream().write(reply.body());
        }
    }
}
