package dev.medley.server.internal.declared.expression.value;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whether two values of the library are equal: numbers by their value, whatever their classes. It ends with the time of the
 * evaluation, because lists that are in one another several times have more parts than they take memory. Used once.
 */
final class Equality {

    /** Comparisons between two looks at the clock. */
    private static final int LOOKS = 4096;

    private int comparisons;

    boolean of(@Nullable Object one, @Nullable Object other) {
        if (one == other) {
            return true;
        }
        comparisons++;
        if (comparisons % LOOKS == 0) {
            Evaluation.current().checkTime();
        }
        if (one instanceof Number number) {
            return other instanceof Number second && Numbers.compare(number, second) == 0;
        }
        if (one instanceof List<?> list) {
            return other instanceof List<?> second && ofLists(list, second);
        }
        if (one instanceof Map<?, ?> object) {
            return other instanceof Map<?, ?> second && ofObjects(object, second);
        }
        return one != null && one.equals(other);
    }

    private boolean ofLists(List<?> one, List<?> other) {
        if (one.size() != other.size()) {
            return false;
        }
        for (int i = 0; i < one.size(); i++) {
            if (!of(one.get(i), other.get(i))) {
                return false;
            }
        }
        return true;
    }

    private boolean ofObjects(Map<?, ?> one, Map<?, ?> other) {
        if (one.size() != other.size()) {
            return false;
        }
        for (Map.Entry<?, ?> member : one.entrySet()) {
            if (!other.containsKey(member.getKey()) || !of(member.getValue(), other.get(member.getKey()))) {
                return false;
            }
        }
        return true;
    }
}
