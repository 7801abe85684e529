package dev.medley.server.internal.admin.servlet;

import dev.medley.connection.Header;
import dev.medley.mashup.Reply;
import dev.medley.server.internal.admin.page.AdminAccess;
import dev.medley.server.internal.admin.page.AdminPages;
import dev.medley.server.internal.admin.page.AdminRequest;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Serves the {@link AdminPages} inside an application. They are then accessible to all clients of the application, as far as
 * {@link AdminAccess} lets them, so that it has to enable them: context parameter {@value #PARAMETER}, {@code true}.
 */
public final class AdminServlet extends HttpServlet {

    /** The context parameter that enables it. */
    public static final String PARAMETER = "medley.admin";

    private static final long serialVersionUID = 1L;
    private static final String NAME = "medley-admin";
    /** Of the Servlet specification, section 3.10. */
    private static final String CERTIFICATES = "jakarta.servlet.request.X509Certificate";

    private final transient AdminPages pages;
    private final transient AdminAccess access;

    private AdminServlet(AdminPages pages, AdminAccess access) {
        this.pages = pages;
        this.access = access;
    }

    /**
     * Adds the pages to a starting application, if its context parameter enables them.
     *
     * @return true if it does
     * @throws IllegalStateException if the application has started, or another servlet has one of the paths
     */
    public static boolean registerIfEnabled(ServletContext context, AdminPages pages, AdminAccess access) {
        if (!Boolean.parseBoolean(context.getInitParameter(PARAMETER))) {
            return false;
        }
        ServletRegistration.@Nullable Dynamic registration = context.addServlet(NAME, new AdminServlet(pages, access));
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
        String path = request.getServletPath() + rest;
        Reply refusal = access.refusal(head(request, path));
        Reply reply = refusal == null ? pages.reply(request.getMethod(), path, request.getHeader("Accept")) : refusal;
        response.setStatus(reply.status());
        response.setContentType(reply.type());
        response.setContentLength(reply.body().length);
        for (Header header : reply.headers()) {
            response.addHeader(header.name(), header.value());
        }
        if (!"HEAD".equals(request.getMethod())) {
            response.getOutputStream().write(reply.body());
        }
    }

    /** Fields that proxies add. */
    private static final List<String> OF_PROXIES =
            List.of("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP");

    private static AdminRequest head(HttpServletRequest request, String path) throws UnknownHostException {
        Map<String, List<String>> fields = new LinkedHashMap<>();
        for (String name : Collections.list(request.getHeaderNames())) {
            fields.put(name, Collections.list(request.getHeaders(name)));
        }
        boolean isShown = request.getAttribute(CERTIFICATES) instanceof X509Certificate[];
        return new AdminRequest(
                request.getMethod(),
                path,
                request.getQueryString(),
                fields,
                isShown ? List.of((X509Certificate[]) request.getAttribute(CERTIFICATES)) : List.of(),
                request.getRemoteAddr(),
                isOfThisMachine(request));
    }

    /** A proxy on this machine would be one, too: it says so by a field. The container's certificates are of clients, not of operators. */
    private static boolean isOfThisMachine(HttpServletRequest request) throws UnknownHostException {
        // Addresses, so that no name is looked up.
        return InetAddress.getByName(request.getLocalAddr()).isLoopbackAddress()
                && InetAddress.getByName(request.getRemoteAddr()).isLoopbackAddress()
                && OF_PROXIES.stream().allMatch(field -> request.getHeader(field) == null);
    }
}
