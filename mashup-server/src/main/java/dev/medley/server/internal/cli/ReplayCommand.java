package dev.medley.server.internal.cli;

import dev.medley.config.internal.Configuration;
import dev.medley.config.internal.document.LocatedText;
import dev.medley.server.internal.cli.option.HeaderOptions;
import dev.medley.server.internal.declaration.MashupDeclaration;
import dev.medley.server.internal.trial.RunServer;
import dev.medley.server.recording.Recording;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code medley replay}. */
@Command(
        name = "replay",
        description = "Repeats a run that 'medley record' has recorded: stubs answer in place of the partners, and the"
                + " exchanges end in the recorded order. Prints the run like 'medley try', and its differences"
                + " from the recording.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Exit code: 0 if exchanges, order and reply are those recorded, 1 if they differ or the configuration or the"
                    + " recording is invalid, 2 for invalid options."
        })
final class ReplayCommand implements Callable<Integer> {

    @Mixin
    private RunOptions run = new RunOptions();

    @Parameters(index = "1", paramLabel = "RECORDING", description = "File that 'medley record' has written.")
    private Path recorded = Path.of("recording.json");

    @Mixin
    private HeaderOptions headers = new HeaderOptions();

    @Option(names = "--ignore-reply", description = "Does not compare the reply with the recorded one.")
    private boolean ignoreReply;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Exception {
        Recording recording = Recording.of(recorded).with(RunOptions.checked(spec, headers::values));
        Configuration configuration = run.configuration();
        try (OpenRun open = OpenRun.of(() -> RunServer.startWithStubs(configuration, run.mashups(), recording))) {
            boolean same = RunOptions.report(spec)
                    .print(
                            recording,
                            open.server().replay(recording),
                            manifest(configuration, recording.mashup()),
                            !ignoreReply);
            return same ? ExitCode.OK : ExitCode.SOFTWARE;
        }
    }

    /** Returns the name of the member of the reply that has the manifest; null if none has it. */
    private static @Nullable String manifest(Configuration configuration, String mashup) {
        return configuration.declarations(MashupDeclaration.class).stream()
                .filter(each -> each.path().text().equals(mashup))
                .map(each -> each.reply().manifest())
                .filter(name -> name != null)
                .map(LocatedText::text)
                .findFirst()
                .orElse(null);
    }
}
