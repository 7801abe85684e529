package dev.medley.topic.internal.subject;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Patterns with a value each, which a subject finds by its tokens and not by a test of each pattern. Not thread-safe. */
public final class PatternTree<V> {

    private final Node<V> root = new Node<>();

    /** Creates an empty tree. */
    public PatternTree() {}

    /** What begins with the same tokens. */
    private static final class Node<V> {
        private final Map<String, Node<V>> children = new HashMap<>(2);
        private @Nullable V value;
    }

    /** Returns the value of {@code pattern}, which {@code create} makes if it has none. */
    public V computeIfAbsent(SubjectPattern pattern, Function<SubjectPattern, V> create) {
        Node<V> node = root;
        for (String token : pattern.tokens()) {
            node = node.children.computeIfAbsent(token, added -> new Node<>());
        }
        V value = node.value;
        if (value == null) {
            value = create.apply(pattern);
            node.value = value;
        }
        return value;
    }

    /** Removes the value of {@code pattern}, and the nodes that served it alone. */
    public void remove(SubjectPattern pattern) {
        remove(root, pattern.tokens());
    }

    private void remove(Node<V> node, List<String> tokens) {
        if (tokens.isEmpty()) {
            node.value = null;
            return;
        }
        Node<V> child = node.children.get(tokens.get(0));
        if (child != null) {
            remove(child, tokens.subList(1, tokens.size()));
            if (child.value == null && child.children.isEmpty()) {
                node.children.remove(tokens.get(0));
            }
        }
    }

    /** Calls {@code found} with the value of each pattern that matches {@code subject}. */
    public void forEachMatch(String subject, Consumer<? super V> found) {
        find(root, SubjectPattern.tokens(subject), 0, found);
    }

    private void find(Node<V> node, List<String> subject, int depth, Consumer<? super V> found) {
        if (depth == subject.size()) {
            accept(node, found);
            return;
        }
        accept(node.children.get(SubjectPattern.REST), found);
        Node<V> same = node.children.get(subject.get(depth));
        if (same != null) {
            find(same, subject, depth + 1, found);
        }
        Node<V> any = node.children.get(SubjectPattern.ONE);
        if (any != null) {
            find(any, subject, depth + 1, found);
        }
    }

    private void accept(@Nullable Node<V> node, Consumer<? super V> found) {
        V value = node == null ? null : node.value;
        if (value != null) {
            found.accept(value);
        }
    }

    /** Returns whether it has no pattern. */
    public boolean isEmpty() {
        return root.children.isEmpty();
    }
}
