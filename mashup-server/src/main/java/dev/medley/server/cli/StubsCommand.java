package dev.medley.server.cli;

import dev.medley.stubs.PartnerStubs;
import java.io.PrintWriter;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code medley stubs}. */
@Command(
        name = "stubs",
        description =
                "Runs partner services to try mashups on: they take as long and answer as much as they are asked.",
        mixinStandardHelpOptions = true)
final class StubsCommand implements Callable<Integer> {

    @Option(
            names = "--ports",
            split = ",",
            paramLabel = "PORT",
            defaultValue = "9001,9002,9003",
            description = "Where they listen, on the loopback address (default: ${DEFAULT-VALUE}; 0 for any).")
    private List<Integer> ports = List.of();

    @Option(
            names = "--threads",
            defaultValue = "8",
            description = "Threads that read and answer (default: ${DEFAULT-VALUE}). Requests that wait need none.")
    private int threads;

    @Option(
            names = "--delay",
            paramLabel = "MS",
            defaultValue = "0",
            description = "Milliseconds that a request waits which does not say so itself (default: ${DEFAULT-VALUE}).")
    private long delay;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        PartnerStubs stubs = stubs().start();
        for (URI uri : stubs.uris()) {
            out.println(uri);
        }
        out.println(
                "  GET /partner/{i}?delay=MS&size=BYTES   /weather?city=NAME   /hotels?city=NAME   /news?city=NAME");
        out.println("  GET /bytes?size=N   /status/{code}   /headers?count=N&size=B   /stats");
        out.flush();
        Stop.runUntilTold(stubs);
        return 0;
    }

    private PartnerStubs stubs() {
        try {
            return PartnerStubs.builder()
                    .ports(ports.stream().mapToInt(Integer::intValue).toArray())
                    .threads(threads)
                    .delay(Duration.ofMillis(delay))
                    .build();
        } catch (IllegalArgumentException x) {
            throw new ParameterException(spec.commandLine(), x.getMessage(), x);
        }
    }
}
