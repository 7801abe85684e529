package dev.medley.js.internal.module;

import dev.medley.config.internal.Similar;
import dev.medley.server.internal.script.ScriptFiles;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** The partners that a script names, and the files that it imports, by their syntax trees. Immutable. */
final class ScriptReferences {

    private final SyntaxTree script;
    private final List<Use> uses;
    private final List<String> refused;

    private ScriptReferences(SyntaxTree script, List<Use> uses, List<String> refused) {
        this.script = script;
        this.uses = List.copyOf(uses);
        this.refused = List.copyOf(refused);
    }

    /**
     * A place that names a partner.
     *
     * @param place file, line and column
     */
    record Use(String partner, String place) {}

    /** Returns those of a script. A text that does not parse names none: that it does not is reported elsewhere. */
    static ScriptReferences of(ScriptFiles folder, String script) {
        Map<String, SyntaxTree> trees = new LinkedHashMap<>();
        Deque<String> next = new ArrayDeque<>(List.of(script));
        List<Use> uses = new ArrayList<>();
        List<String> refused = new ArrayList<>();
        while (!next.isEmpty()) {
            String path = next.poll();
            String text = folder.texts().get(path);
            if (text == null || path.endsWith(".json") || trees.containsKey(path)) {
                continue;
            }
            SyntaxTree tree = SyntaxTree.of(folder.label(path), text);
            trees.put(path, tree);
            FileReferences found = FileReferences.of(tree.module());
            found.places().forEach(use -> uses.add(new Use(use.partner(), tree.place(use.start()))));
            if (found.awaits()) {
                refused.add(folder.label(path)
                        + ": there is an await outside of functions, where there is no request; expected it in one");
            }
            for (FileReferences.Import each : found.imports()) {
                String imported = resolve(path, each.specifier());
                if (folder.texts().containsKey(imported)) {
                    next.add(imported);
                } else {
                    refused.add("%s: there is no file '%s' to import; expected one in %s, such as './lib/money.mjs'"
                            .formatted(tree.place(each.start()), each.specifier(), folder.name()));
                }
            }
        }
        return new ScriptReferences(Objects.requireNonNull(trees.get(script)), uses, refused);
    }

    /** Returns the path in the folder; the specifier itself if it is no relative path. */
    private static String resolve(String importer, String specifier) {
        if (!specifier.startsWith("./") && !specifier.startsWith("../") && !specifier.startsWith("/")) {
            return specifier + ": no path";
        }
        Path resolved = Path.of("/").resolve(importer).resolveSibling(specifier).normalize();
        return resolved.toString().substring(1);
    }

    /** Returns the tree of the script itself. */
    SyntaxTree script() {
        return script;
    }

    /** Returns a line for each import of a file that there is not, and for each file that waits before there is a request. */
    List<String> refused() {
        return refused;
    }

    /** Adds a problem for each place with a partner that is not among {@code partners}. */
    void unknown(Collection<String> partners, List<String> problems) {
        for (Use use : uses) {
            if (!partners.contains(use.partner())) {
                problems.add("%s: there is no partner %s; %s"
                        .formatted(
                                use.place(),
                                use.partner(),
                                Similar.nearest(use.partner(), partners)
                                        .map(near -> "did you mean " + near + "?")
                                        .orElse(
                                                partners.isEmpty()
                                                        ? "the configuration has none"
                                                        : "expected one of "
                                                                + String.join(", ", new TreeSet<>(partners)))));
            }
        }
    }

    /** Returns those of {@code partners} that are named. */
    Set<String> known(Collection<String> partners) {
        Set<String> names = new TreeSet<>();
        uses.stream().map(Use::partner).filter(partners::contains).forEach(names::add);
        return names;
    }
}
