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
                "Runs partner services for trying mashups: each request sets the delay and the size of its response.",
        mixinStandardHelpOptions = true)
final class StubsCommand implements Callable<Integer> {

    @Option(
            names = "--ports",
            split = ",",
            paramLabel = "PORT",
            defaultValue = "9001,9002,9003",
            description =
                    "Ports on the loopback address, one per partner (default: ${DEFAULT-VALUE}; 0 for any free one).")
    private List<Integer> ports = List.of();

    @Option(
            names = "--threads",
            defaultValue = "8",
            description = "Threads that read and respond (default: ${DEFAULT-VALUE}). Delayed requests hold none.")
    private int threads;

    @Option(
            names = "--delay",
            paramLabel = "MS",
            defaultValue = "0",
            description = "Delay of requests without a delay parameter, in milliseconds (default: ${DEFAULT-VALUE}).")
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
        Shutdown.await(stubs);
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
