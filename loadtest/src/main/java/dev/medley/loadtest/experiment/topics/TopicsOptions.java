package dev.medley.loadtest.experiment.topics;

import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** The options of the experiment {@code topics}. */
public final class TopicsOptions {

    @Option(
            names = "--case",
            split = ",",
            paramLabel = "CASE",
            description = "mule, sockets, streams, rate, broadcast, silent, faults (default: all).")
    private Set<TopicsCase> cases = EnumSet.noneOf(TopicsCase.class);

    /** For picocli. */
    public TopicsOptions() {}

    /** The plan. */
    public TopicsPlan plan(boolean quick) {
        Set<TopicsCase> chosen = cases.isEmpty() ? EnumSet.allOf(TopicsCase.class) : cases;
        return quick ? TopicsPlan.quick(chosen) : TopicsPlan.full(chosen);
    }

    /** The options as they were given, for the command line that makes the report again; empty if none was. */
    public String given() {
        return cases.isEmpty()
                ? ""
                : " --case " + cases.stream().map(Enum::name).collect(Collectors.joining(","));
    }
}
