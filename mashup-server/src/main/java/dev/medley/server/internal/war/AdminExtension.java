package dev.medley.server.internal.war;

import dev.medley.config.internal.Configuration;
import dev.medley.server.internal.admin.Administration;
import dev.medley.server.internal.admin.servlet.AdminServlet;
import dev.medley.server.internal.declared.run.IncompleteReplies;
import dev.medley.servlet.internal.MashupRuntime;
import dev.medley.webapp.internal.ApplicationExtension;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import java.util.Map;

/** Adds the pages of administration to an application that enables them by {@value AdminServlet#PARAMETER}. */
public final class AdminExtension implements ApplicationExtension {

    /** For the service loader. */
    public AdminExtension() {}

    @Override
    public void join(ServletContext context, MashupRuntime runtime, Configuration configuration) {
        if (!Boolean.parseBoolean(context.getInitParameter(AdminServlet.PARAMETER))) {
            return;
        }
        IncompleteReplies incomplete = SharedReplies.of(context);
        Administration administration = new Administration(
                runtime.broker(),
                runtime,
                runtime.mode(),
                Map::of,
                true,
                null,
                Map.of(IncompleteReplies.PATH, rest -> incomplete.toReply()));
        AdminServlet.registerIfEnabled(context, administration.pages(), administration.access());
        context.addListener(new LifeCycle(administration));
    }

    /** Starts and stops administration with the application. */
    private record LifeCycle(Administration administration) implements ServletContextListener {

        @Override
        public void contextInitialized(ServletContextEvent event) {
            administration.start();
            administration.readiness().ready();
        }

        @Override
        public void contextDestroyed(ServletContextEvent event) {
            administration.readiness().draining();
            administration.close();
        }
    }
}
