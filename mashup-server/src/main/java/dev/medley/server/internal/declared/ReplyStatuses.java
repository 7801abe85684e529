package dev.medley.server.internal.declared;

import dev.medley.mashup.Status;
import dev.medley.server.internal.declared.expression.analysis.Choices;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The statuses that a reply may have, as far as its expression shows them.
 *
 * @param constant those that are written there, and 200 if there may be others
 * @param others whether there may be others
 */
public record ReplyStatuses(Set<Integer> constant, boolean others) {

    private static final BigDecimal FIRST = BigDecimal.valueOf(200);
    private static final BigDecimal LAST = BigDecimal.valueOf(599);

    /** Takes a copy. */
    public ReplyStatuses {
        constant = Collections.unmodifiableSet(new TreeSet<>(constant));
    }

    static ReplyStatuses of(@Nullable Choices choices) {
        if (choices == null) {
            return new ReplyStatuses(Set.of(Status.OK), false);
        }
        Set<Integer> constant = new TreeSet<>();
        boolean others = choices.others();
        for (BigDecimal each : choices.numbers()) {
            if (isStatus(each)) {
                constant.add(each.intValueExact());
            } else {
                others = true;
            }
        }
        if (others) {
            constant.add(Status.OK);
        }
        return new ReplyStatuses(constant, others);
    }

    private static boolean isStatus(BigDecimal number) {
        return number.compareTo(FIRST) >= 0
                && number.compareTo(LAST) <= 0
                && number.stripTrailingZeros().scale() <= 0;
    }
}
