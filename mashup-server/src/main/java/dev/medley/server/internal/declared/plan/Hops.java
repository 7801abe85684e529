package dev.medley.server.internal.declared.plan;

import dev.medley.mashup.Inbound;
import dev.medley.mashup.ProblemException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The path of a request that is passed on: the hops so far, and the limit of further ones (RFC 9110, sections 7.6.2 and 7.6.3). */
public final class Hops {

    static final String VIA = "Via";
    static final String MAX_FORWARDS = "Max-Forwards";

    /** No one has as many in a row, unless requests that they pass on come back to them. */
    static final int MOST = 10;

    private static final String NAME = "medley";
    private static final String OPTIONS = "OPTIONS";
    private static final int LOOP_DETECTED = 508;
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");
    private static final Pattern SPACE = Pattern.compile("[ \t]+");

    private Hops() {}

    /** Refuses a request that Medley has passed on so often that it must go in a circle. */
    public static void refuseLoop(Inbound inbound) {
        int passed = 0;
        for (String entry : String.join(",", inbound.headers(VIA)).split(",", -1)) {
            String[] words = SPACE.split(entry.strip(), -1);
            if (words.length > 1 && words[1].equalsIgnoreCase(NAME)) {
                passed++;
            }
        }
        if (passed >= MOST) {
            throw new ProblemException(
                    LOOP_DETECTED,
                    ("the request has been passed on %d times, according to its field Via; expected that no partner"
                                    + " leads back here")
                            .formatted(passed));
        }
    }

    /** Returns the field {@code Via} of the request to the partner. */
    static String via(Inbound inbound) {
        List<String> all = new ArrayList<>(inbound.headers(VIA));
        all.add(inbound.protocol().replace("HTTP/", "") + " " + NAME);
        return String.join(", ", all);
    }

    /** Returns whether a request is for this server, and no one behind it. */
    public static boolean endHere(Inbound inbound) {
        String left = left(inbound);
        return left != null && Integer.parseInt(left) == 0;
    }

    /** Returns the field {@code Max-Forwards} of the request to the partner; null if it stays as it is. */
    static @Nullable String maxForwards(Inbound inbound) {
        String left = left(inbound);
        return left == null ? null : String.valueOf(Math.max(0, Integer.parseInt(left) - 1));
    }

    /** The field has a meaning for OPTIONS and TRACE, and no mashup answers the latter. */
    private static @Nullable String left(Inbound inbound) {
        String given = inbound.method().equals(OPTIONS) ? inbound.header(MAX_FORWARDS) : null;
        return given == null || !NUMBER.matcher(given).matches() ? null : given;
    }
}
