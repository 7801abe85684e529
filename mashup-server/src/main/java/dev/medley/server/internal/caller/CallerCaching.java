package dev.medley.server.internal.caller;

import dev.medley.config.internal.caller.CallerSettings;
import dev.medley.connection.Header;
import dev.medley.mashup.Reply;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What caches between may do with replies where callers are known: none gives the reply to one caller to another one, or to anybody
 * (RFC 9111, sections 3.5 and 4.1). Also where the fields come from a partner, as by {@code pass}. Immutable.
 */
final class CallerCaching {

    private static final String CONTROL = "Cache-Control";
    private static final String VARY = "Vary";
    private static final String ANY = "*";

    /** Fields for which a cache may keep a reply. */
    private static final Set<String> KEPT_BY = Set.of("cache-control", "expires", "last-modified");

    /** Directives by which a cache of many may keep it, or that say it already. */
    private static final Set<String> OF_SHARED = Set.of("public", "private", "s-maxage", "proxy-revalidate");

    /** The fields by which callers show who they are. */
    private final List<String> fields;

    private CallerCaching(List<String> fields) {
        this.fields = List.copyOf(fields);
    }

    static CallerCaching of(CallerSettings settings) {
        List<String> fields = new ArrayList<>();
        if (!settings.tokens().isEmpty()) {
            fields.add("Authorization");
        }
        if (settings.keyFile() != null) {
            fields.add(settings.keyField());
        }
        return new CallerCaching(fields);
    }

    /** Returns {@code reply} as it goes to a caller who is known, or to anybody. */
    Reply bounded(Reply reply, boolean isCalled) {
        boolean isKept = false;
        for (Header each : reply.headers()) {
            if (each.name().equalsIgnoreCase(CONTROL) && lower(each.value()).contains("no-store")) {
                return reply;
            }
            isKept |= KEPT_BY.contains(lower(each.name()));
        }
        if (!isKept) {
            return reply;
        }
        List<Header> bounded = new ArrayList<>();
        List<String> varied = new ArrayList<>();
        String control = null;
        for (Header each : reply.headers()) {
            switch (lower(each.name())) {
                case "vary" -> varied.addAll(items(each.value()));
                case "cache-control" -> control = control == null ? each.value() : control + ", " + each.value();
                default -> bounded.add(each);
            }
        }
        if (isCalled) {
            bounded.add(new Header(CONTROL, ofOne(control)));
        } else if (control != null) {
            bounded.add(new Header(CONTROL, control));
        }
        fields.stream()
                .filter(name -> !varied.contains(ANY) && varied.stream().noneMatch(name::equalsIgnoreCase))
                .forEach(varied::add);
        if (!varied.isEmpty()) {
            bounded.add(new Header(VARY, String.join(", ", varied)));
        }
        return reply.headers(bounded);
    }

    private static String ofOne(@Nullable String control) {
        List<String> directives = control == null ? List.of() : items(control);
        return Stream.concat(
                        Stream.of("private"),
                        directives.stream().filter(each -> !OF_SHARED.contains(lower(each.split("=", 2)[0].strip()))))
                .reduce((one, other) -> one + ", " + other)
                .orElseThrow();
    }

    private static List<String> items(String value) {
        return Arrays.stream(value.split(",", -1))
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .toList();
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
