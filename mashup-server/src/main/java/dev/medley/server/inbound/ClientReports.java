package dev.medley.server.inbound;

import dev.medley.servlet.ClientWatch;
import jakarta.servlet.http.HttpServletRequest;
import org.eclipse.jetty.ee11.servlet.ServletContextRequest;

/**
 * Jetty's own report that a client has left: it comes for requests that hold a thread as well, and for those whose thread has not
 * come back yet, which that of the Servlet API does not.
 */
public final class ClientReports implements ClientWatch {

    /** Creates the reports. */
    public ClientReports() {}

    @Override
    public void watch(HttpServletRequest request, Runnable gone) {
        ServletContextRequest.getServletContextRequest(request).addFailureListener(failure -> gone.run());
    }
}
