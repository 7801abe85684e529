package dev.medley.servlet.internal.reply;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** The codings of content that a client accepts (RFC 9110, section 12.5.3). */
final class AcceptedCodings {

    private static final Pattern WEIGHT = Pattern.compile("q=(0(\\.[0-9]{0,3})?|1(\\.0{0,3})?)");
    private static final double UNSAID = -1;

    private AcceptedCodings() {}

    /**
     * Returns whether a client prefers gzip to no coding. Without the field any coding would do, but a client that has no gzip is the
     * likelier one.
     *
     * @param fields the values of its fields {@code Accept-Encoding}
     */
    static boolean preferGzip(List<String> fields) {
        double gzip = UNSAID;
        double any = UNSAID;
        double identity = 0;
        for (String field : fields) {
            for (String item : field.split(",", -1)) {
                String[] parts = item.strip().toLowerCase(Locale.ROOT).split("\\s*;\\s*", -1);
                double weight = weight(parts);
                switch (parts[0]) {
                    case "gzip", "x-gzip" -> gzip = Math.max(gzip, weight);
                    case "identity" -> identity = weight;
                    case "*" -> any = weight;
                    default -> {
                        // A coding that replies do not have.
                    }
                }
            }
        }
        double accepted = gzip == UNSAID ? any : gzip;
        return accepted > 0 && accepted >= identity;
    }

    /** A weight that cannot be read refuses the coding. */
    private static double weight(String[] parts) {
        if (parts.length == 1) {
            return 1;
        }
        return parts.length == 2 && WEIGHT.matcher(parts[1]).matches() ? Double.parseDouble(parts[1].substring(2)) : 0;
    }
}
