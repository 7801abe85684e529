package dev.medley.server.internal.cli;

import dev.medley.config.internal.Configuration;
import dev.medley.server.internal.cli.option.RequestOptions;
import dev.medley.server.internal.trial.MashupAddress;
import dev.medley.server.internal.trial.RunServer;
import dev.medley.server.recording.Recording;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code medley record}. */
@Command(
        name = "record",
        description =
                "Sends one request for a mashup, like 'medley try', and records the response of each exchange, and the"
                        + " order in which they ended, in a file. 'medley replay' and tests repeat the run from it,"
                        + " without the partners.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "The file contains the unchanged bodies of requests and responses, which may include secrets and personal"
                    + " data. Only its owner can read it.",
            "Exit code: 0 for a reply with status 2xx or 3xx, 1 for any other or an invalid configuration, 2 for invalid"
                    + " options."
        })
final class RecordCommand implements Callable<Integer> {

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
            names = "--out",
            paramLabel = "RECORDING",
            required = true,
            description = "File to write; replaced if it exists.")
    private Path out = Path.of("recording.json");

    @Option(
            names = "--with-secrets",
            description = "Also records cookies, and header fields and parameters with names such as Authorization,"
                    + " X-Api-Key and access_token.")
    private boolean withSecrets;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Exception {
        checkOut();
        Configuration configuration = run.configuration();
        try (OpenRun open = OpenRun.of(() -> RunServer.start(configuration, run.mashups()))) {
            MashupAddress address = RunOptions.checked(
                    spec, () -> request.address(mashup, open.server().paths()));
            Recording result = RunOptions.checked(
                    spec, () -> open.server().runs().record(address.template(), request.request(address)));
            RunOptions.report(spec).print(result);
            if (withSecrets) {
                result.writeWithSecrets(out);
            } else {
                result.write(out);
            }
            PrintWriter printed = spec.commandLine().getOut();
            printed.println();
            result.obstacles().forEach(each -> printed.println("Note: " + each));
            printed.printf(
                    "Recorded in %s, exchanges: %d%n", out, result.order().size());
            printed.flush();
            return result.reply().isSuccess() ? ExitCode.OK : ExitCode.SOFTWARE;
        }
    }

    /** Before the request is sent, which may not be one to send twice. */
    private void checkOut() {
        Path folder = out.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder) || Files.isDirectory(out)) {
            throw new ParameterException(
                    spec.commandLine(), "--out: '%s' is not a file in an existing folder; expected one".formatted(out));
        }
    }
}
