package dev.medley.server.internal.cli.option;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options {@code --set}, which override values of the configuration. */
public final class SetOptions {

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Overrides a value of the configuration, as in --set server.port=9090. Repeatable.")
    private Map<String, String> set = new LinkedHashMap<>();

    /** Creates options without values; called by picocli. */
    public SetOptions() {}

    /** Returns the values by their dotted keys, as they were given and not checked yet; empty without the option. */
    public Map<String, String> values() {
        return set;
    }
}
