package dev.medley.server.internal.cli;

import dev.medley.config.internal.Configuration;
import dev.medley.server.internal.cli.option.RequestOptions;
import dev.medley.server.internal.trial.MashupAddress;
import dev.medley.server.internal.trial.RunServer;
import dev.medley.server.internal.trial.report.RunDocument;
import dev.medley.server.internal.trial.report.RunReport;
import dev.medley.server.recording.Recording;
import dev.medley.server.recording.RunRequest;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code medley try}. */
@Command(
        name = "try",
        description = "Starts a server on free ports of this machine, sends it one request for a mashup, and prints the"
                + " reply, each exchange as a bar from its start to its end, and the phases of the request.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "The times are from a freshly started JVM, after a small warm-up mashup that loads its classes.",
            "Exit code: 0 for a reply with status 2xx or 3xx, 1 for any other or an invalid configuration, 2 for invalid"
                    + " options."
        })
final class TryCommand implements Callable<Integer> {

    @Parameters(
            index = "1",
            paramLabel = "MASHUP",
            description = "Path of the mashup, such as '/trip/Rome?days=3', or its template, such as '/trip/{city}'.")
    private String mashup = "/";

    @Mixin
    private RunOptions run = new RunOptions();

    @Mixin
    private RequestOptions request = new RequestOptions();

    @Option(
            names = "--mock",
            description =
                    "Uses the example of each exchange of a declared mashup in place of its partner's response; no"
                            + " partner has to run.")
    private boolean mock;

    @Option(
            names = "--json",
            description =
                    "Prints one JSON document for other programs, such as tests: status, headers, body (parsed, if the"
                            + " reply is of JSON; else text), ms, exchanges, and missing if a value is.")
    private boolean json;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Exception {
        Configuration configuration = run.configuration();
        try (OpenRun open = OpenRun.of(() -> mock
                ? RunServer.startWithStubs(configuration, run.mashups())
                : RunServer.start(configuration, run.mashups()))) {
            MashupAddress address = RunOptions.checked(
                    spec, () -> request.address(mashup, open.server().paths()));
            RunRequest sent = RunOptions.checked(spec, () -> request.request(address));
            if (mock) {
                RunOptions.checked(spec, () -> open.server().answerByExamples(address.template(), sent.method()));
            }
            Recording result =
                    RunOptions.checked(spec, () -> open.server().runs().run(address.template(), sent));
            print(result, open.server());
            return result.reply().isSuccess() ? ExitCode.OK : ExitCode.SOFTWARE;
        }
    }

    private void print(Recording result, RunServer server) throws InterruptedException {
        if (json) {
            PrintWriter out = spec.commandLine().getOut();
            out.println(RunDocument.of(result).toJson());
            out.flush();
        } else {
            RunReport report = RunOptions.report(spec);
            report.print(result);
            report.print(server.phases());
        }
    }
}
