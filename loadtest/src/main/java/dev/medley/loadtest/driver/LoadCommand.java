package dev.medley.loadtest.driver;

import dev.medley.loadtest.driver.plan.LoadPlan;
import dev.medley.loadtest.driver.plan.Phase;
import dev.medley.loadtest.driver.result.LoadResult;
import dev.medley.loadtest.driver.result.ResultText;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code medley load}: loads a target and prints the results. Its exit code is 0, but 1 when nothing succeeded. Ctrl-C ends it
 * early, with the results so far.
 */
@Command(
        name = "load",
        description = {
            "Sends GET requests to a URL from a few threads and measures the responses.",
            "",
            "--users selects the closed loop: each user waits for a response before the next request. --rate and"
                    + " --phases select the open loop: requests start on a schedule, and latency is measured from the"
                    + " scheduled start."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "  medley load 'http://127.0.0.1:8080/fanout?c=6&delay=5000' \\",
            "      --phases 0.04:60,0.02:60,0.01:60",
            "  medley load 'http://127.0.0.1:8080/trip?city=Saskatoon' \\",
            "      --users 100 --seconds 30 --warm-up 5s",
            "  medley load 'https://localhost:8443/trip?city=Saskatoon' \\",
            "      --h2 --trust authority.pem --users 100"
        })
public final class LoadCommand implements Callable<Integer> {

    @Parameters(paramLabel = "URL", description = "URL to load, such as http://127.0.0.1:8080/trip?city=Saskatoon.")
    private URI url = URI.create("");

    @ArgGroup(multiplicity = "1")
    private Loop loop = new Loop();

    @Mixin
    private LoadOptions options = new LoadOptions();

    @Option(names = "--json", paramLabel = "FILE", description = "File for all results, as JSON.")
    private @Nullable Path json;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** For picocli. */
    public LoadCommand() {}

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        LoadPlan plan = plan();
        out.printf(
                "Loading %s for %d s. Ctrl-C ends it early.%n",
                url, plan.length().toSeconds());
        if (options.insecure()) {
            out.println("The certificate of the target is not verified (--insecure).");
        }
        out.flush();
        return StopSignal.interrupting(() -> load(plan, out));
    }

    private LoadPlan plan() {
        try {
            return options.plan(url, loop);
        } catch (IllegalArgumentException x) {
            throw new ParameterException(spec.commandLine(), x.getMessage(), x);
        }
    }

    private int load(LoadPlan plan, PrintWriter out) throws IOException {
        LoadResult result = LoadDriver.run(plan, progress -> {
            out.println(ResultText.progress(progress));
            out.flush();
        });
        // Set by Ctrl-C: it has ended the load, and would prevent files from being written.
        Thread.interrupted();
        out.println(ResultText.result(result));
        if (json != null) {
            result.writeJson(json);
            out.println("Written to " + json);
        }
        out.flush();
        return result.total().succeeded() == 0 ? 1 : 0;
    }

    /** One of these is needed. */
    static final class Loop {

        @Option(names = "--users", paramLabel = "N", description = "Closed loop: number of users.")
        @Nullable
        Integer users;

        @Option(names = "--rate", paramLabel = "R", description = "Open loop: arrivals per second.")
        @Nullable
        Double rate;

        @Option(
                names = "--phases",
                split = ",",
                paramLabel = "INTERVAL:SECONDS",
                converter = CommandValues.PhaseConverter.class,
                description = "Open loop: phases, each with the seconds between arrivals and its length in seconds.")
        List<Phase> phases = List.of();
    }
}
