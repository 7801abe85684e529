package dev.medley.servlet.internal.routing;

import dev.medley.config.MashupMode;
import dev.medley.mashup.Problem;
import dev.medley.mashup.Reply;
import dev.medley.mashup.Status;
import dev.medley.servlet.annotation.MashupBulkhead;
import dev.medley.servlet.annotation.MashupExecution;
import dev.medley.servlet.annotation.MashupMethods;
import dev.medley.servlet.annotation.MashupPartners;
import dev.medley.servlet.annotation.MashupPath;
import dev.medley.servlet.internal.schedule.ScheduleSettings;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The annotations of a mashup, read and checked in one place: {@code @WebServlet}, {@link MashupPath}, {@link MashupMethods},
 * {@link MashupPartners}, {@link MashupExecution}, {@link MashupBulkhead} and {@code MashupEvery}. Immutable.
 */
public final class MashupDescription {

    /** In any other place, as in {@code /**}, an asterisk is a character of the path, which no request has. */
    private static final Pattern PATH = Pattern.compile("/[^*]*|/([^*]*/)?\\*|\\*\\.[^*/]+");

    private static final String EXAMPLE = ", such as @WebServlet(\"/trip\")";
    /** Methods of {@code HttpServlet} that a mashup never calls. */
    private static final Set<String> NEVER_CALLED =
            Set.of("doGet", "doHead", "doPost", "doPut", "doPatch", "doDelete", "doOptions", "doTrace");

    private final String className;
    private final String name;
    private final List<String> paths;
    private final PathTemplates templates;
    private final AllowedMethods methods;
    private final List<String> partners;
    private final @Nullable MashupMode execution;
    private final @Nullable Integer bulkhead;
    private final @Nullable Duration deadline;
    private final @Nullable ScheduleSettings schedule;

    /** Of a route, which has neither class nor annotations. */
    private MashupDescription(String name, List<String> paths, PathTemplates templates, MashupRoute route) {
        className = name;
        this.name = name;
        this.paths = paths;
        this.templates = templates;
        methods = route.methods().isEmpty() ? AllowedMethods.any() : AllowedMethods.of(route.methods());
        partners = List.of();
        deadline = route.deadline();
        schedule = route.schedule();
        execution = null;
        bulkhead = null;
    }

    private MashupDescription(Class<?> mashup) {
        className = mashup.getName();
        refuseNeverCalled(mashup);
        WebServlet servlet = mashup.getAnnotation(WebServlet.class);
        paths = servlet == null ? List.of() : pathsOf(servlet);
        String named = servlet == null ? "" : servlet.name();
        name = !named.isEmpty() ? named : paths.isEmpty() ? className : paths.get(0);
        templates = PathTemplates.of(mashup.getAnnotation(MashupPath.class));
        templates.checkWithin(paths);
        methods = AllowedMethods.of(mashup.getAnnotation(MashupMethods.class));
        MashupPartners needed = mashup.getAnnotation(MashupPartners.class);
        partners = needed == null ? List.of() : List.of(needed.value());
        MashupExecution asked = mashup.getAnnotation(MashupExecution.class);
        execution = asked == null ? null : asked.value();
        bulkhead = bulkheadOf(mashup.getAnnotation(MashupBulkhead.class));
        deadline = null;
        schedule = EveryAnnotation.read(mashup, templates.texts(), methods.composed());
    }

    /**
     * Reads and checks the annotations of {@code mashup}.
     *
     * @throws IllegalArgumentException if one is invalid, or the class overrides a method that is never called; the message
     *     has the class, the value, and what was expected
     */
    public static MashupDescription of(Class<?> mashup) {
        try {
            return new MashupDescription(mashup);
        } catch (IllegalArgumentException x) {
            throw new IllegalArgumentException(mashup.getName() + ": " + x.getMessage(), x);
        }
    }

    /** Describes a mashup without a class, which answers the paths of {@code template}. */
    public static MashupDescription of(PathTemplate template, MashupRoute route) {
        return new MashupDescription(
                template.toString(), List.of(template.mapping()), PathTemplates.of(List.of(template)), route);
    }

    private static List<String> pathsOf(WebServlet servlet) {
        List<String> paths = Stream.of(servlet.value(), servlet.urlPatterns())
                .flatMap(Stream::of)
                .distinct()
                .toList();
        for (String path : paths) {
            if (!path.isEmpty() && !PATH.matcher(path).matches()) {
                throw new IllegalArgumentException(
                        "invalid path '%s' in @WebServlet; expected one that begins with /, and a * as its last segment only%s"
                                .formatted(path, EXAMPLE));
            }
        }
        return paths;
    }

    private static @Nullable Integer bulkheadOf(@Nullable MashupBulkhead bulkhead) {
        if (bulkhead != null && bulkhead.value() < 1) {
            throw new IllegalArgumentException("@MashupBulkhead is %d; expected 1 or more".formatted(bulkhead.value()));
        }
        return bulkhead == null ? null : bulkhead.value();
    }

    private static void refuseNeverCalled(Class<?> mashup) {
        for (Class<?> type = mashup; type != null && type != HttpServlet.class; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                if (NEVER_CALLED.contains(method.getName())
                        && Arrays.equals(
                                method.getParameterTypes(),
                                new Class<?>[] {HttpServletRequest.class, HttpServletResponse.class})) {
                    throw new IllegalArgumentException(
                            "%s.%s is never called; expected compose, and the methods by @MashupMethods({\"GET\", \"POST\"})"
                                    .formatted(type.getName(), method.getName()));
                }
            }
        }
    }

    /**
     * Checks that each template can match a path of {@code mappings}, with which the mashup is registered, and that one with a schedule
     * has one path.
     *
     * @throws IllegalArgumentException if not; the message has the class, the template and the mappings
     */
    public void checkMappings(Collection<String> mappings) {
        try {
            templates.checkWithin(mappings);
            checkScheduled(mappings);
        } catch (IllegalArgumentException x) {
            throw new IllegalArgumentException(className + ": " + x.getMessage(), x);
        }
    }

    /**
     * Checks that all partners of {@link MashupPartners} are {@code configured}.
     *
     * @throws IllegalArgumentException if some are not; the message lists them
     */
    public void checkPartners(Collection<String> configured) {
        List<String> missing = partners.stream()
                .filter(partner -> !configured.contains(partner))
                .toList();
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException("%s: @MashupPartners names %s, not configured; configured: %s"
                    .formatted(
                            className,
                            String.join(", ", missing),
                            configured.isEmpty() ? "none" : String.join(", ", configured)));
        }
    }

    /** Returns the name of the class. */
    public String className() {
        return className;
    }

    /** Returns the name in metrics and logs: that of {@code @WebServlet}, else the first path, else that of the class. */
    public String name() {
        return name;
    }

    /** Returns the URL patterns of {@code @WebServlet}; empty if it is absent or has none. */
    public List<String> paths() {
        return paths;
    }

    /** Returns the templates of {@link MashupPath}, in the order in which they are tried; empty without it. */
    public List<String> templates() {
        return templates.texts();
    }

    /** Returns the methods that {@code compose} runs for. */
    public Set<String> methods() {
        return Collections.unmodifiableSet(methods.composed());
    }

    /** Returns the partners of {@link MashupPartners}; empty without it. */
    public List<String> partners() {
        return partners;
    }

    /** Returns the threads of {@link MashupExecution}; null without it. */
    public @Nullable MashupMode execution() {
        return execution;
    }

    /** Returns the requests at a time of {@link MashupBulkhead}; null without it. */
    public @Nullable Integer bulkhead() {
        return bulkhead;
    }

    /** Returns the deadline of a reply unless the configuration has one for it; null for the server's. */
    @Nullable
    public Duration deadline() {
        return deadline;
    }

    /** Returns the schedule by which it runs without clients; null for none. */
    @Nullable
    public ScheduleSettings schedule() {
        return schedule;
    }

    /**
     * Checks that a mashup with a schedule has one path, without an asterisk.
     *
     * @throws IllegalArgumentException if not; the message has the class and the mappings
     */
    private void checkScheduled(Collection<String> mappings) {
        if (schedule != null
                && (mappings.size() != 1 || mappings.iterator().next().indexOf('*') >= 0)) {
            throw new IllegalArgumentException("@MashupEvery needs one path without *, found %s"
                    .formatted(mappings.isEmpty() ? "none" : String.join(", ", mappings)));
        }
    }

    /** The template that {@code path} matches, or null if there are templates and none matches. */
    @Nullable
    public PathMatch match(String path) {
        return templates.match(path);
    }

    /** The reply to a request that {@code compose} does not run for, or null. */
    @Nullable
    public Reply replyInstead(String method, @Nullable PathMatch match) {
        if (match == null) {
            // Its templates are nothing for strangers.
            return Problem.of(Status.NOT_FOUND, "no mashup has this path").toReply();
        }
        return methods.replyInstead(method);
    }
}
