package dev.medley.loadtest.attack;

import dev.medley.loadtest.attack.connection.AttackLoop;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The line in which the attacker reports its totals. */
final class AttackerLine {

    /** One line. */
    static final Pattern PATTERN =
            Pattern.compile("^opened=(\\d+) ended=(\\d+) sent=(\\d+) received=(\\d+)\\R", Pattern.MULTILINE);

    private AttackerLine() {}

    static String of(AttackLoop.Totals totals) {
        return "opened=%d ended=%d sent=%d received=%d"
                .formatted(totals.opened(), totals.ended(), totals.sent(), totals.received());
    }

    /** Returns the totals of the last line; none if there is no line. */
    static AttackLoop.Totals last(String output) {
        AttackLoop.Totals last = new AttackLoop.Totals(0, 0, 0, 0);
        Matcher lines = PATTERN.matcher(output);
        while (lines.find()) {
            last = new AttackLoop.Totals(
                    Long.parseLong(lines.group(1)),
                    Long.parseLong(lines.group(2)),
                    Long.parseLong(lines.group(3)),
                    Long.parseLong(lines.group(4)));
        }
        return last;
    }
}
