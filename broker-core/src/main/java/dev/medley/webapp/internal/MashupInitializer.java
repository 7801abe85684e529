package dev.medley.webapp.internal;

import dev.medley.config.ConfigurationException;
import dev.medley.config.internal.Configuration;
import dev.medley.config.internal.DeclarationFormat;
import dev.medley.partner.internal.Partner;
import dev.medley.servlet.MashupServlet;
import dev.medley.servlet.internal.MashupRuntime;
import dev.medley.servlet.internal.routing.MashupDescription;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.annotation.HandlesTypes;
import jakarta.servlet.annotation.WebServlet;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Starts the mashups of a web application in a servlet container: {@code @WebServlet} on a {@link MashupServlet} is all
 * that there is to register. The container finds this class by itself (Jakarta Servlet 6.1, section 8.2.4).
 *
 * <p>The context parameter {@value #CONFIG_PARAMETER} names the configuration: a path, or a resource of the application that
 * begins with {@code /WEB-INF/}. Without it, the environment variable {@value #CONFIG_VARIABLE} does; the default is
 * {@value #CONFIG_RESOURCE}. The application gets a thread pool of its own, because it does not see the container's.
 */
@HandlesTypes(MashupServlet.class)
public final class MashupInitializer implements ServletContainerInitializer {

    /** The context parameter with the path of the configuration. */
    public static final String CONFIG_PARAMETER = "medley.config";

    /** The environment variable with the path of the configuration, if the context parameter is not set. */
    public static final String CONFIG_VARIABLE = "MEDLEY_CONFIG";

    /** The resource of the configuration, if neither is set. */
    public static final String CONFIG_RESOURCE = "/WEB-INF/medley.yaml";

    private final Map<String, String> environment;

    /** For the container. */
    public MashupInitializer() {
        this(System.getenv());
    }

    MashupInitializer(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public void onStartup(@Nullable Set<Class<?>> found, ServletContext context) throws ServletException {
        Map<String, Class<? extends MashupServlet>> mashups = found == null
                ? Map.of()
                : found.stream()
                        .filter(type -> !Modifier.isAbstract(type.getModifiers()))
                        .collect(Collectors.toMap(Class::getName, type -> type.asSubclass(MashupServlet.class)));
        if (mashups.isEmpty()) {
            return;
        }
        prepare(mashups, context);
        if (!MashupRuntime.isInstalled(context)) {
            install(mashups, context);
        }
    }

    /**
     * Lets the mashups suspend requests, and initializes them at the start, so that they read their settings then. The
     * annotated servlets are registered by now, and their registrations can still be changed.
     */
    private static void prepare(Map<String, Class<? extends MashupServlet>> mashups, ServletContext context) {
        for (ServletRegistration registration :
                context.getServletRegistrations().values()) {
            Class<? extends MashupServlet> mashup = mashups.get(registration.getClassName());
            if (mashup != null && registration instanceof ServletRegistration.Dynamic changeable) {
                changeable.setAsyncSupported(true);
                WebServlet annotation = mashup.getAnnotation(WebServlet.class);
                if (annotation == null || annotation.loadOnStartup() < 0) {
                    changeable.setLoadOnStartup(1);
                }
            }
        }
    }

    /** Checks the mashups now, as most containers start a servlet with its first request only. Returns their URL patterns. */
    private static List<String> check(
            Map<String, Class<? extends MashupServlet>> mashups, ServletContext context, MashupRuntime runtime) {
        List<String> mapped = new ArrayList<>();
        List<String> partners =
                runtime.broker().partners().stream().map(Partner::name).toList();
        List<String> problems = new ArrayList<>();
        context.getServletRegistrations().values().stream()
                .sorted(Comparator.comparing(ServletRegistration::getName))
                .forEach(registration -> {
                    Class<? extends MashupServlet> mashup = mashups.get(registration.getClassName());
                    try {
                        if (mashup != null) {
                            MashupDescription description = MashupDescription.of(mashup);
                            description.checkMappings(registration.getMappings());
                            description.checkPartners(partners);
                            mapped.addAll(registration.getMappings());
                        }
                    } catch (IllegalArgumentException x) {
                        problems.add(x.getMessage());
                    }
                });
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", problems));
        }
        return mapped;
    }

    private void install(Map<String, Class<? extends MashupServlet>> mashups, ServletContext context)
            throws ServletException {
        List<ApplicationExtension> extensions = new ArrayList<>();
        try {
            ServiceLoader.load(ApplicationExtension.class, context.getClassLoader())
                    .forEach(extensions::add);
            DeclarationFormat format = extensions.stream()
                    .map(ApplicationExtension::declarationFormat)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(DeclarationFormat.UNREAD);
            Configuration configuration = new ApplicationConfiguration(context, environment, format).read();
            ApplicationBroker application = new ApplicationBroker(configuration, extensions);
            List<String> paths = check(mashups, context, application.runtime());
            application.runtime().install(context);
            context.addListener(application);
            LastServlet.register(context, application.runtime());
            if (!configuration.declarations().isEmpty() && format == DeclarationFormat.UNREAD) {
                throw new ConfigurationException(
                        List.of(
                                configuration
                                        .declarations()
                                        .get(0)
                                        .path()
                                        .problem(
                                                "is a declared mashup; expected mashup-server.jar, which serves those, in WEB-INF/lib")));
            }
            if (!configuration.topics().isEmpty()
                    && extensions.stream().noneMatch(ApplicationExtension::servesTopics)) {
                throw new ConfigurationException(List.of(
                        "topics: they are declared; expected mashup-server.jar, which serves those, in WEB-INF/lib"));
            }
            for (ApplicationExtension extension : extensions) {
                extension.join(context, application.runtime(), configuration);
                paths.addAll(extension.undeclaredPaths());
            }
            configuration.mashups().checkPaths(paths, configuration.quotas(), configuration.pathsOfTopics());
        } catch (ConfigurationException | IllegalArgumentException | IllegalStateException x) {
            extensions.forEach(ApplicationExtension::notStarted);
            throw new NotStarted(String.valueOf(x.getMessage()).replace("\n", "; "));
        }
    }

    /** Has no stack trace: the message is for the operator who deploys the application. */
    private static final class NotStarted extends ServletException {

        private static final long serialVersionUID = 1L;

        NotStarted(String why) {
            super("the mashups cannot start: " + why);
        }

        @Override
        public Throwable fillInStackTrace() {
            return this;
        }
    }
}
