package dev.medley.server.internal.declared.expression.value;

import com.dashjoin.jsonata.Jsonata;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Trees as the library sees them: it cannot change them, null is its own, and numbers are such that it computes with them. Views
 * are made of the parts that it reads only.
 */
public final class Inputs {

    private Inputs() {}

    /** Returns the view of a value of a tree. */
    public static Object view(@Nullable Object value) {
        if (value instanceof TextObject) {
            return value;
        }
        if (value instanceof Map<?, ?> object) {
            return new ObjectView(object);
        }
        if (value instanceof List<?> list) {
            // The library adds to empty lists.
            return list.isEmpty() ? new ArrayList<>() : new ListView(list);
        }
        if (value instanceof Number number) {
            return Numbers.forLibrary(number);
        }
        return value == null ? Jsonata.NULL_VALUE : value;
    }

    /** Returns a copy that the library may change. */
    public static @Nullable Object copy(@Nullable Object value) {
        return new Copy().of(value);
    }

    /** A copy that is being made: lists that are in one another several times would make a large one. */
    private static final class Copy {

        private long items;

        @Nullable
        Object of(@Nullable Object value) {
            if (value instanceof Map<?, ?> object) {
                count(object.size());
                Map<Object, @Nullable Object> copy = new LinkedHashMap<>();
                object.forEach((name, member) -> copy.put(name, of(member)));
                return copy;
            }
            if (value instanceof List<?> list) {
                count(list.size());
                List<@Nullable Object> copy = new ArrayList<>(list.size());
                list.forEach(item -> copy.add(of(item)));
                return copy;
            }
            return value;
        }

        private void count(int more) {
            items += more;
            Evaluation.current().checkItems(items);
        }
    }

    /** An object of a tree. */
    public static final class ObjectView extends AbstractMap<String, Object> {

        /** The object of the tree itself, which a result has in place of the view. */
        public final Map<?, ?> original;

        ObjectView(Map<?, ?> original) {
            this.original = original;
        }

        @Override
        public @Nullable Object get(@Nullable Object name) {
            Object value = name == null ? null : original.get(name);
            return value == null && !containsKey(name) ? null : view(value);
        }

        @Override
        public boolean containsKey(@Nullable Object name) {
            return name != null && original.containsKey(name);
        }

        @Override
        public int size() {
            return original.size();
        }

        @Override
        @SuppressWarnings("unchecked") // The names of a tree are strings.
        public Set<String> keySet() {
            return Collections.unmodifiableSet((Set<String>) original.keySet());
        }

        @Override
        public Set<Entry<String, Object>> entrySet() {
            return new AbstractSet<>() {
                @Override
                public int size() {
                    return original.size();
                }

                @Override
                public Iterator<Entry<String, Object>> iterator() {
                    Iterator<? extends Entry<?, ?>> entries =
                            original.entrySet().iterator();
                    return new Iterator<>() {
                        @Override
                        public boolean hasNext() {
                            return entries.hasNext();
                        }

                        @Override
                        public Entry<String, Object> next() {
                            Entry<?, ?> entry = entries.next();
                            return new SimpleImmutableEntry<>((String) entry.getKey(), view(entry.getValue()));
                        }
                    };
                }
            };
        }
    }

    /** A list of a tree. */
    public static final class ListView extends AbstractList<Object> implements RandomAccess {

        /** The list of the tree itself, which a result has in place of the view. */
        public final List<?> original;

        ListView(List<?> original) {
            this.original = original;
        }

        @Override
        public Object get(int index) {
            return view(original.get(index));
        }

        @Override
        public int size() {
            return original.size();
        }
    }
}
