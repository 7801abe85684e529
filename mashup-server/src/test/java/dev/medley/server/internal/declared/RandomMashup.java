package dev.medley.server.internal.declared;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A declared mashup that is made at random, and what depends on what in it, as the generator knows: nothing of that is read from the
 * text. Its exchanges are in chains of four at most, which depend on one another in all the ways that there are.
 */
final class RandomMashup {

    /** How the reply is made. */
    enum Shape {
        /** Of the values of all exchanges. */
        DEFAULT,
        /** Of members. */
        MERGE,
        /** By an expression with {@code $missing}. */
        BODY
    }

    private static final int MAX_EXCHANGES = 6;
    private static final int LONGEST_CHAIN = 4;

    private final Random random;
    private final String path;
    private final Map<String, Node> exchanges = new LinkedHashMap<>();
    private final Set<String> standIns = new LinkedHashSet<>();
    /** What the reply is made of. */
    private final Set<String> ofReply = new LinkedHashSet<>();
    /** The names in {@code missing} that an exchange may have, beside its own. */
    private final Map<String, Set<String>> labels = new LinkedHashMap<>();

    private final StringBuilder yaml = new StringBuilder();
    private final Shape shape;
    private final boolean hasMaxAge;

    /** An exchange, and the others that it depends on directly. */
    private static final class Node {

        private final String name;
        private final boolean hasElements;
        private final Set<String> inputs = new LinkedHashSet<>();
        private int chain = 1;

        Node(String name, boolean hasElements) {
            this.name = name;
            this.hasElements = hasElements;
        }
    }

    RandomMashup(String path, Random random) {
        this.path = path;
        this.random = random;
        shape = Shape.values()[Math.min(2, random.nextInt(10) / 4)];
        hasMaxAge = chance(50);
        yaml.append("  ").append(path).append(":\n    exchanges:\n");
        int count = 2 + random.nextInt(MAX_EXCHANGES - 1);
        for (int i = 0; i < count; i++) {
            addExchange("e" + i);
        }
        addReply();
    }

    String path() {
        return path;
    }

    Shape shape() {
        return shape;
    }

    boolean hasMaxAge() {
        return hasMaxAge;
    }

    /** Returns the exchanges that start by themselves. */
    Set<String> exchanges() {
        return exchanges.keySet();
    }

    /** Returns the exchanges that start if another one fails. */
    Set<String> standIns() {
        return standIns;
    }

    /** Returns all that the reply depends on, be it by way of others. */
    Set<String> dependedOn() {
        Set<String> all = new LinkedHashSet<>();
        ofReply.forEach(each -> addWithInputs(each, all));
        return all;
    }

    /** Returns whether {@code name} in {@code missing} stands for {@code exchange}, or for an element of it. */
    boolean isLabel(String name, String exchange) {
        return isOf(name, exchange)
                || labels.getOrDefault(exchange, Set.of()).stream().anyMatch(each -> isOf(name, each));
    }

    private static boolean isOf(String name, String label) {
        return name.equals(label) || name.startsWith(label.endsWith("_") ? label : label + ".");
    }

    @Override
    public String toString() {
        return yaml.toString();
    }

    private void addWithInputs(String exchange, Set<String> all) {
        if (all.add(exchange)) {
            node(exchange).inputs.forEach(each -> addWithInputs(each, all));
        }
    }

    private Node node(String name) {
        Node node = exchanges.get(name);
        if (node == null) {
            throw new IllegalArgumentException("there is no " + name);
        }
        return node;
    }

    // ---- Exchanges. ---------------------------------------------------------------------------------------------

    private void addExchange(String name) {
        Node node = new Node(name, chance(35));
        StringBuilder keys = new StringBuilder(partner(node));
        Node array = node.hasElements && chance(70) ? input(node) : null;
        if (node.hasElements) {
            keys.append(", for-each: '")
                    .append(array == null ? "[{\"id\": 1}, {\"id\": 2}, {\"id\": 3}]" : array(array))
                    .append('\'');
            keys.append(array != null && chance(25) ? ", max-elements: 2" : "");
        }
        keys.append(request(node, "/" + path.substring(1) + "/" + name + (node.hasElements ? "/{$index}" : "")));
        Node condition = chance(25) ? input(node) : null;
        if (condition != null) {
            keys.append(", when: '").append(condition(condition)).append('\'');
        }
        Node before = chance(15) ? input(node) : null;
        if (before != null) {
            keys.append(", needs: [").append(before.name).append(']');
        }
        keys.append(tolerance(node));
        line(name, keys);
        exchanges.put(name, node);
    }

    private void line(String name, CharSequence keys) {
        yaml.append("      ").append(name).append(": {").append(keys).append("}\n");
    }

    private String partner(Node node) {
        Node chooser = chance(10) ? input(node) : null;
        return "partner: '" + (chooser == null ? one("a", "b", "c") : "{" + member(chooser, "partner") + "}") + "'";
    }

    /** The request, of which each part may depend on another exchange, or on the element. */
    private String request(Node node, String begin) {
        StringBuilder keys = new StringBuilder(", path: '").append(begin);
        keys.append(part(node, 25, "/{%s}")).append('\'');
        keys.append(part(node, 20, ", query: {q: '{%s}'}"));
        keys.append(part(node, 20, ", headers: {X-Of: '{%s}'}"));
        keys.append(part(node, 20, ", method: POST, body: '{\"of\": %s}'"));
        return keys.toString();
    }

    private String part(Node node, int percent, String pattern) {
        if (!chance(percent)) {
            return "";
        }
        if (node.hasElements && chance(50)) {
            return pattern.formatted("$item.id");
        }
        Node other = input(node);
        return other == null ? "" : pattern.formatted(value(other));
    }

    /** What happens if it fails. */
    private String tolerance(Node node) {
        int kind = random.nextInt(100);
        if (kind < 12) {
            return "";
        }
        if (kind < 55) {
            return ", optional: true";
        }
        if (kind < 75) {
            Node other = chance(50) ? input(node) : null;
            return ", fallback: {value: '%s'}".formatted(other == null ? "{\"id\": 5}" : value(other));
        }
        String standIn = "f" + node.name.substring(1);
        standIns.add(standIn);
        StringBuilder keys = new StringBuilder("partner: ").append(one("a", "b", "c"));
        keys.append(request(node, "/" + path.substring(1) + "/" + standIn));
        Node condition = chance(25) ? input(node) : null;
        keys.append(condition == null ? "" : ", when: '" + condition(condition) + "'");
        keys.append(chance(50) ? ", fallback: {value: '{\"id\": 6}'}" : "");
        line(standIn, keys);
        return ", optional: true, fallback: {exchange: %s}".formatted(standIn);
    }

    /** Chooses another exchange, on which this one depends from now on; null if there is none. */
    private @Nullable Node input(Node node) {
        List<Node> earlier = exchanges.values().stream()
                .filter(each -> each.chain < LONGEST_CHAIN)
                .toList();
        if (earlier.isEmpty()) {
            return null;
        }
        Node input = earlier.get(random.nextInt(earlier.size()));
        node.inputs.add(input.name);
        node.chain = Math.max(node.chain, input.chain + 1);
        return input;
    }

    // ---- Expressions. -------------------------------------------------------------------------------------------

    private String member(Node node, String name) {
        String value = "$" + node.name + (node.hasElements ? "[0]" : "");
        return value + one("." + name, ".`" + name + "`", ".\"" + name + "\"", " /* not $e9 */ . " + name);
    }

    private String value(Node node) {
        if (chance(70)) {
            return member(node, "id");
        }
        return one("$count($" + node.name + ")", "$sum($" + node.name + ".id)", "$exists($" + node.name + ")");
    }

    private String array(Node node) {
        return node.hasElements && chance(50) ? "$" + node.name : "$" + node.name + ".items";
    }

    private String condition(Node node) {
        if (node.hasElements) {
            return one("$count($%s) > 0", "$exists($%s[0].id)").formatted(node.name);
        }
        return one("$%s.open", "$exists($%s)", "$not($exists($%s))", "$response.%s.outcome = \"completed\"")
                .formatted(node.name);
    }

    // ---- The reply. ---------------------------------------------------------------------------------------------

    private void addReply() {
        List<String> keys = new ArrayList<>();
        switch (shape) {
            case DEFAULT -> ofReply.addAll(exchanges.keySet());
            case MERGE -> keys.add("merge: {" + members() + "}");
            case BODY -> {
                // It is about all exchanges.
                keys.add("body: '{\"v\": [" + ofReply(any()) + "], \"missing\": $missing}'");
                ofReply.addAll(exchanges.keySet());
            }
        }
        if (chance(20)) {
            keys.add("status: '" + ofReply(any()) + " ? 200 : 200'");
        }
        if (chance(20)) {
            keys.add("headers: {X-Of: '{$string(" + ofReply(any()) + ")}'}");
        }
        if (hasMaxAge) {
            keys.add("max-age: '60'");
        }
        Set<String> unused = new LinkedHashSet<>(exchanges.keySet());
        unused.removeAll(dependedOn());
        if (!unused.isEmpty()) {
            keys.add("needs: " + unused);
        }
        yaml.append("    reply: {").append(String.join(", ", keys)).append("}\n");
    }

    private String members() {
        Map<String, String> members = new LinkedHashMap<>();
        int count = 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            Node node = any();
            if (node.hasElements && chance(40)) {
                String prefix = "s" + i + "_";
                members.put("'" + prefix + "{$index}'", alone(node, prefix));
            } else if (chance(40)) {
                String name = chance(50) ? node.name : "r" + i;
                members.put(name, alone(node, name));
            } else {
                members.put("c" + i, "'" + computed(node) + "'");
            }
        }
        return members.entrySet().stream()
                .map(each -> each.getKey() + ": " + each.getValue())
                .collect(Collectors.joining(", "));
    }

    private String alone(Node node, String label) {
        ofReply.add(node.name);
        labels.computeIfAbsent(node.name, key -> new LinkedHashSet<>()).add(label);
        return "'" + one("$" + node.name, " $" + node.name + " /* as it came */") + "'";
    }

    private String computed(Node node) {
        int kind = random.nextInt(100);
        if (kind < 8) {
            ofReply.addAll(exchanges.keySet());
            return one("$keys($missing)", "$count($keys($response))");
        }
        return kind < 20 && !node.hasElements ? ofReply(node, "$response.%s.outcome") : ofReply(node);
    }

    private String ofReply(Node node) {
        ofReply.add(node.name);
        return value(node);
    }

    private String ofReply(Node node, String pattern) {
        ofReply.add(node.name);
        return pattern.formatted(node.name);
    }

    private Node any() {
        Collection<Node> all = exchanges.values();
        return List.copyOf(all).get(random.nextInt(all.size()));
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    private String one(String... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
