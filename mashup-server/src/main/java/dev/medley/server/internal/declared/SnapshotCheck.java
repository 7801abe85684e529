package dev.medley.server.internal.declared;

import dev.medley.config.internal.document.LocatedText;
import dev.medley.server.internal.declaration.ExchangeDeclaration;
import dev.medley.server.internal.declaration.MashupDeclaration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/** Checks that exchanges read snapshots that there are, and that no snapshot is made of itself. For one thread. */
final class SnapshotCheck {

    private final List<MashupDeclaration> mashups;
    private final List<String> problems;
    /** The mashups with a schedule, by the names of their snapshots. */
    private final Map<String, MashupDeclaration> scheduled = new TreeMap<>();

    SnapshotCheck(List<MashupDeclaration> mashups, List<String> problems) {
        this.mashups = mashups;
        this.problems = problems;
        for (MashupDeclaration each : mashups) {
            if (each.schedule() != null) {
                scheduled.put(each.path().text().substring(1), each);
            }
        }
    }

    /** Adds the problems. */
    void check() {
        mashups.forEach(mashup -> reads(mashup).forEach(this::checkName));
        Set<String> done = new HashSet<>();
        scheduled.keySet().forEach(name -> findCycle(name, new ArrayList<>(), done));
    }

    private static List<LocatedText> reads(MashupDeclaration mashup) {
        return mashup.exchanges().stream()
                .map(ExchangeDeclaration::snapshot)
                .filter(Objects::nonNull)
                .toList();
    }

    private void checkName(LocatedText snapshot) {
        String name = snapshot.text();
        if (scheduled.containsKey(name)) {
            return;
        }
        String withoutSlash = name.startsWith("/") ? name.substring(1) : name;
        if (scheduled.containsKey(withoutSlash)) {
            problems.add(snapshot.problem("'%s' begins with a slash; expected the path without its first one, %s"
                    .formatted(name, withoutSlash)));
        } else if (mashups.stream().anyMatch(each -> each.path().text().equals("/" + withoutSlash))) {
            problems.add(
                    snapshot.problem("the mashup /%s has no every, and so no snapshot; expected every of that mashup%s"
                            .formatted(withoutSlash, orAnother())));
        } else {
            problems.add(snapshot.problem("there is no mashup /%s with every; expected %s"
                    .formatted(
                            withoutSlash,
                            scheduled.isEmpty()
                                    ? "one that has it"
                                    : "one of " + String.join(", ", scheduled.keySet()))));
        }
    }

    private String orAnother() {
        return scheduled.isEmpty() ? "" : ", or one of " + String.join(", ", scheduled.keySet());
    }

    private void findCycle(String name, List<String> way, Set<String> done) {
        MashupDeclaration mashup = scheduled.get(name);
        if (mashup == null || done.contains(name)) {
            return;
        }
        way.add(name);
        for (LocatedText each : reads(mashup)) {
            int begin = way.indexOf(each.text());
            if (begin < 0) {
                findCycle(each.text(), way, done);
            } else {
                List<String> cycle = new ArrayList<>(way.subList(begin, way.size()));
                cycle.add(each.text());
                problems.add(each.problem("is in a cycle: " + String.join(" reads ", cycle)
                        + "; expected that no snapshot is made of itself"));
            }
        }
        way.remove(way.size() - 1);
        done.add(name);
    }
}
