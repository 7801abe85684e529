package dev.medley.server.internal.cli.option;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options {@code --header}. */
public final class HeaderOptions {

    @Option(
            names = "--header",
            paramLabel = "NAME=VALUE",
            description = "Header field of the request, as in --header Accept-Language=de. Repeatable.")
    private List<String> headers = new ArrayList<>();

    /** Creates options without values; called by picocli too. */
    public HeaderOptions() {}

    /** Returns the values of each name; throws an {@link IllegalArgumentException} if an option is no pair. */
    public Map<String, List<String>> values() {
        return pairs("--header", headers);
    }

    /**
     * Returns the values of each name, of options of the form {@code NAME=VALUE}.
     *
     * @throws IllegalArgumentException if one has another form
     */
    static Map<String, List<String>> pairs(String option, List<String> given) {
        Map<String, List<String>> pairs = new LinkedHashMap<>();
        for (String each : given) {
            int equals = each.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException(
                        ("%s: '%s' is not a pair; expected" + " NAME=VALUE").formatted(option, each));
            }
            pairs.computeIfAbsent(each.substring(0, equals), name -> new ArrayList<>())
                    .add(each.substring(equals + 1));
        }
        return pairs;
    }
}
