package dev.medley.webapp.internal;

import dev.medley.config.internal.DefaultMashupSettings;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.http.HttpServlet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns of settings that no mashup has read. A servlet without a path, because containers initialize servlets in an order: this
 * one is the last.
 */
final class UnreadSettings extends HttpServlet {

    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(UnreadSettings.class);

    private final transient DefaultMashupSettings settings;

    private UnreadSettings(DefaultMashupSettings settings) {
        this.settings = settings;
    }

    static void register(ServletContext context, DefaultMashupSettings settings) {
        ServletRegistration.Dynamic last = context.addServlet("medley-unread-settings", new UnreadSettings(settings));
        if (last != null) {
            last.setLoadOnStartup(Integer.MAX_VALUE);
        }
    }

    @Override
    public void init() {
        // A loop: from a method reference, java.util.logging takes the class that iterates as the place.
        for (String line : settings.unread()) {
            LOG.warn("{}", line);
        }
    }
}
