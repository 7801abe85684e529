package dev.medley.server.internal.war;

import dev.medley.config.internal.Configuration;
import dev.medley.mashup.Problem;
import dev.medley.mashup.Reply;
import dev.medley.server.internal.samples.SampleMashups;
import dev.medley.servlet.internal.MashupRuntime;
import dev.medley.webapp.internal.ApplicationExtension;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the sample mashups of the WAR only if the configuration permits them. The container registers them by their
 * annotation, so that the others are behind a filter that replies with 404.
 */
public final class SampleExtension implements ApplicationExtension {

    private static final Logger LOG = LoggerFactory.getLogger(SampleExtension.class);
    private static final String FILTER = "medley-samples";

    /** For the service loader. */
    public SampleExtension() {}

    @Override
    public void join(ServletContext context, MashupRuntime runtime, Configuration configuration) {
        Set<String> hidden =
                SampleMashups.classes().stream().map(Class::getName).collect(Collectors.toSet());
        SampleMashups.of(configuration)
                .forEach(sample -> hidden.remove(sample.getClass().getName()));
        List<String> names = new ArrayList<>();
        List<String> paths = new ArrayList<>();
        for (ServletRegistration registration :
                context.getServletRegistrations().values()) {
            if (hidden.contains(registration.getClassName())) {
                names.add(registration.getName());
                paths.addAll(registration.getMappings());
            }
        }
        if (names.isEmpty()) {
            return;
        }
        if (!configuration.server().samples()) {
            LOG.info("the sample mashups {} are not served; server.samples: true serves them", paths);
        }
        var filter = context.addFilter(FILTER, new NotFound());
        if (filter == null) {
            throw new IllegalStateException("the application has a filter of the name " + FILTER);
        }
        filter.setAsyncSupported(true);
        filter.addMappingForServletNames(EnumSet.of(DispatcherType.REQUEST), false, names.toArray(String[]::new));
    }

    private static final class NotFound extends HttpFilter {

        private static final long serialVersionUID = 1L;

        @Override
        protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws IOException {
            Reply reply = Problem.of(HttpServletResponse.SC_NOT_FOUND, "no mashup has this path")
                    .toReply();
            response.setStatus(reply.status());
            response.setContentType(reply.type());
            response.getOutputStream().write(reply.body());
        }
    }
}
