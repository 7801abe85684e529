package dev.medley.server.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options by which values of the configuration are set on the command line. */
final class Overrides {

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Sets a value of the configuration, as in --set server.port=9090. Can be repeated.")
    private Map<String, String> set = new LinkedHashMap<>();

    Map<String, String> values() {
        return set;
    }
}
