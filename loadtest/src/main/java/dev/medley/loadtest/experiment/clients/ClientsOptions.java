package dev.medley.loadtest.experiment.clients;

import dev.medley.loadtest.experiment.server.CommonOptions;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** The options of the experiment {@code clients}, and their defaults. */
public final class ClientsOptions {

    private static final List<Integer> REQUESTS = List.of(100, 1_000, 3_000, 10_000);
    private static final List<Integer> QUICK_REQUESTS = List.of(50, 500);
    /** A connection each, and 20,000 files for a process. */
    private static final int MAX_REQUESTS = 19_000;

    private static final int ROUNDS = 10;
    private static final int QUICK_ROUNDS = 2;

    @Option(
            names = "--clients",
            split = ",",
            paramLabel = "NAME",
            description = "medley, apache, jdk, jetty, vertx (default: all).")
    private List<String> clients = List.of();

    @Option(
            names = "--requests",
            split = ",",
            paramLabel = "N",
            description = "Requests at once (default: 100,1000,3000,10000; 50,500 with --quick).")
    private List<Integer> requests = List.of();

    /** For picocli. */
    public ClientsOptions() {}

    /**
     * The plan.
     *
     * @throws IllegalArgumentException if an option has no valid value; the message is for the user
     */
    public ClientsPlan plan(boolean quick, CommonOptions common) {
        List<ClientLibrary> chosen = clients.isEmpty()
                ? List.of(ClientLibrary.values())
                : clients.stream().map(ClientLibrary::named).distinct().toList();
        List<Integer> sizes = requests.isEmpty() ? (quick ? QUICK_REQUESTS : REQUESTS) : requests;
        for (int size : sizes) {
            if (size < 1 || size > MAX_REQUESTS) {
                throw new IllegalArgumentException("--requests has %d; expected 1 to %d, as each may need a connection"
                        .formatted(size, MAX_REQUESTS));
            }
        }
        int count = common.rounds(quick ? QUICK_ROUNDS : ROUNDS);
        String spoken = common.protocol().configured();
        return new ClientsPlan(chosen, sizes.stream().sorted().distinct().toList(), count, spoken, quick);
    }

    /** The options as they were given, for the command line that makes the report again; empty if none was. */
    public String given() {
        return option("clients", String.join(",", clients))
                + option("requests", requests.stream().map(String::valueOf).collect(Collectors.joining(",")));
    }

    private static String option(String name, String value) {
        return value.isEmpty() ? "" : " --%s %s".formatted(name, value);
    }
}
