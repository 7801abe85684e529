package dev.medley.server.internal.declared;

import dev.medley.config.ConfigurationException;
import dev.medley.config.internal.Configuration;
import dev.medley.config.internal.document.LocatedText;
import dev.medley.partner.PartnerSettings;
import dev.medley.server.internal.declaration.MashupDeclaration;
import dev.medley.server.internal.declared.compile.MashupCompiler;
import dev.medley.server.internal.declared.plan.CachePlan;
import dev.medley.server.internal.declared.run.DeclaredMashup;
import dev.medley.server.internal.declared.run.IncompleteReplies;
import dev.medley.servlet.internal.routing.MashupRoute;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The mashups that a configuration declares, compiled. Immutable. */
public final class DeclaredMashups {

    private final List<DeclaredMashup> mashups;

    private DeclaredMashups(List<DeclaredMashup> mashups) {
        this.mashups = List.copyOf(mashups);
    }

    /**
     * Compiles the declared mashups of a configuration.
     *
     * @throws ConfigurationException with all problems, each with its place
     */
    public static DeclaredMashups of(Configuration configuration) {
        Map<String, PartnerSettings> partners = new LinkedHashMap<>();
        configuration.partners().forEach(each -> partners.put(each.name(), each));
        List<String> problems = new ArrayList<>();
        List<DeclaredMashup> mashups = new ArrayList<>();
        Map<String, LocatedText> paths = new HashMap<>();
        for (MashupDeclaration each : configuration.declarations(MashupDeclaration.class)) {
            DeclaredMashup compiled = MashupCompiler.compile(each, partners, configuration.server(), problems);
            if (compiled != null) {
                refuseSamePath(each.path(), paths, problems);
                mashups.add(compiled);
            }
        }
        new SnapshotCheck(configuration.declarations(MashupDeclaration.class), problems).check();
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
        return new DeclaredMashups(mashups);
    }

    private static void refuseSamePath(LocatedText path, Map<String, LocatedText> paths, List<String> problems) {
        LocatedText taken = paths.putIfAbsent(MashupRoute.shape(path.text()), path);
        // Of two methods of one path, because a key is in a file once.
        if (taken != null && !taken.text().equals(path.text())) {
            problems.add(path.problem("is the same path as %s; expected one mashup for it".formatted(taken)));
        }
    }

    /** Returns instances without mashups. */
    public static DeclaredMashups none() {
        return new DeclaredMashups(List.of());
    }

    /**
     * Checks that no mashup has the path of another one.
     *
     * @param taken the paths of servlets, each with what it belongs to, for messages
     * @throws ConfigurationException with each that has, and its place
     */
    public void checkPaths(Map<String, String> taken) {
        checkPaths(taken, MashupRoute::mapping);
    }

    /**
     * Checks that no mashup has the paths of a route.
     *
     * @param taken the {@linkplain MashupRoute#shape shapes} of templates, each with what it belongs to, for messages
     * @throws ConfigurationException with each that has, and its place
     */
    public void checkTemplates(Map<String, String> taken) {
        checkPaths(taken, route -> MashupRoute.shape(route.template()));
    }

    private void checkPaths(Map<String, String> taken, Function<MashupRoute, String> path) {
        Set<String> problems = new LinkedHashSet<>();
        for (DeclaredMashup each : mashups) {
            String owner = taken.get(path.apply(each.route()));
            if (owner != null) {
                problems.add(each.declaration()
                        .path()
                        .problem("is the path of %s; expected one mashup for it".formatted(owner)));
            }
        }
        if (!problems.isEmpty()) {
            throw new ConfigurationException(List.copyOf(problems));
        }
    }

    /** Returns whether what these mashups have of other sections is the same as for {@code others}, which are declared alike. */
    public boolean areServedAs(DeclaredMashups others) {
        return ofOtherSections().equals(others.ofOtherSections());
    }

    private List<List<Object>> ofOtherSections() {
        return mashups.stream()
                .map(each -> List.<Object>of(
                        Optional.ofNullable(each.deadline()),
                        each.manifest(),
                        Optional.ofNullable(each.caching()).map(CachePlan::vary)))
                .toList();
    }

    /** Returns faults with which a server starts, but that are hardly meant, each with its place. */
    public List<String> warnings(Configuration configuration) {
        return mashups.stream()
                .flatMap(each -> LintWarnings.of(each, configuration).stream())
                .toList();
    }

    /** Returns the mashups in short, in the order of their declaration. */
    public List<MashupSummary> summaries() {
        return mashups.stream()
                .map(each -> new MashupSummary(
                        each.declaration().path().text(),
                        each.methods(),
                        MashupOutline.of(each).partners(),
                        each.estimate()))
                .toList();
    }

    /**
     * Returns what a request for each mashup causes if nothing fails, in the order of their declaration.
     *
     * @param partners the names of all
     * @param elements of each array of {@code for-each}; null for as many as are in flight at a time
     */
    public List<MashupLoad> loads(List<String> partners, @Nullable Integer elements) {
        return mashups.stream()
                .map(each -> MashupLoad.of(each, partners, elements))
                .toList();
    }

    /** Returns the routes to the mashups, without manifest collection, in the order of their declaration. */
    public List<MashupRoute> routes() {
        return routes(new IncompleteReplies());
    }

    /**
     * Returns the routes to the mashups, in the order of their declaration.
     *
     * @param incomplete gets the manifests of the replies that are not complete
     */
    public List<MashupRoute> routes(IncompleteReplies incomplete) {
        Map<String, List<MashupRoute>> byPath = new LinkedHashMap<>();
        for (DeclaredMashup each : mashups) {
            byPath.computeIfAbsent(each.declaration().path().text(), path -> new ArrayList<>())
                    .add(each.route(incomplete));
        }
        return byPath.values().stream().map(MethodRoutes::joined).toList();
    }

    /** Returns what is known of the mashups without a request, in the order of their declaration. */
    public List<MashupOutline> outlines() {
        return mashups.stream().map(MashupOutline::of).toList();
    }
}
