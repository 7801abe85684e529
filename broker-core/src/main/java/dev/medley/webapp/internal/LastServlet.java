package dev.medley.webapp.internal;

import dev.medley.servlet.internal.MashupRuntime;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.http.HttpServlet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Begins the schedules of mashups, and warns of settings that no mashup has read, once all mashups have been initialized. A servlet
 * without a path, because containers initialize servlets in an order: this one is the last.
 */
final class LastServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(LastServlet.class);

    private final transient MashupRuntime runtime;

    private LastServlet(MashupRuntime runtime) {
        this.runtime = runtime;
    }

    static void register(ServletContext context, MashupRuntime runtime) {
        ServletRegistration.Dynamic last = context.addServlet("medley-last", new LastServlet(runtime));
        if (last != null) {
            last.setLoadOnStartup(Integer.MAX_VALUE);
        }
    }

    @Override
    public void init() {
        // A loop: from a method reference, java.util.logging takes the class that iterates as the place.
        for (String line : runtime.mashups().settings().unread()) {
            LOG.warn("{}", line);
        }
        runtime.beginSchedules();
    }
}
