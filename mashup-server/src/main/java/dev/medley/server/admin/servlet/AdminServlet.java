package dev.medley.server.admin.servlet;

import dev.medley.connection.Header;
import dev.medley.mashup.Reply;
import dev.medley.server.admin.AdminPages;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Serves the {@link AdminPages} inside an application. As whoever reaches the application then reaches them, they are
 * there only if the application says so: context parameter {@value #PARAMETER}, {@code true}.
 */
public final class AdminServlet extends HttpServlet {

    /** The context parameter that turns it on. */
    public static final String PARAMETER = "medley.admin";

    private static final long serialVersionUID = 1L;
    private static final String NAME = "medley-admin";

    private final transient AdminPages pages;

    private AdminServlet(AdminPages pages) {
        this.pages = pages;
    }

    /**
     * Adds the pages to an application that is starting, if its context parameter says so.
     *
     * @return whether it does
     * @throws IllegalStateException if the application has started, or has a servlet at one of the paths
     */
    public static boolean registerIfAsked(ServletContext context, AdminPages pages) {
        if (!Boolean.parseBoolean(context.getInitParameter(PARAMETER))) {
            return false;
        }
        ServletRegistration.@Nullable Dynamic registration = context.addServlet(NAME, new AdminServlet(pages));
        if (registration == null) {
            throw new IllegalStateException("the application has a servlet named " + NAME + " already");
        }
        for (String taken : registration.addMapping(pages.paths().toArray(String[]::new))) {
            throw new IllegalStateException(
                    PARAMETER + " is true, but the application has a servlet of its own at " + taken);
        }
        return true;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Reply reply = pages.answer(request.getMethod(), request.getServletPath());
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
