package dev.medley.server.internal.cli;

import dev.medley.config.ConfigurationException;
import dev.medley.config.internal.Configuration;
import dev.medley.server.internal.cli.option.SetOptions;
import dev.medley.server.internal.declaration.ServerConfiguration;
import dev.medley.server.internal.openapi.OpenApiDocument;
import dev.medley.server.internal.script.Script;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code medley openapi}. */
@Command(
        name = "openapi",
        description =
                "Prints the OpenAPI document (3.1) of the mashups that a configuration declares, and of scripts: their paths,"
                        + " methods and path variables.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Exit code: 0 if it is written, 1 if the configuration or a script is invalid or there is none, 2 for invalid options."
        })
final class OpenApiCommand implements Callable<Integer> {

    /** The formats of the document. */
    enum Format {
        YAML,
        JSON
    }

    @Parameters(paramLabel = "FILE", description = "Configuration file.")
    private Path config = Path.of("");

    @Option(
            names = "--format",
            paramLabel = "yaml|json",
            description = "Format of the document (default: json if --out ends with .json, else yaml).")
    private @Nullable Format format;

    @Option(
            names = "--server",
            paramLabel = "URL",
            description = "URL at which clients reach the mashups, such as https://api.example.org (default: none).")
    private @Nullable String server;

    @Option(
            names = "--title",
            paramLabel = "TEXT",
            defaultValue = OpenApiDocument.TITLE,
            description = "Title of the document (default: ${DEFAULT-VALUE}).")
    private String title = "";

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "File to write, in place of one that is there (default: standard output).")
    private @Nullable Path out;

    @Mixin
    private MashupsOption mashups = new MashupsOption();

    @Mixin
    private SetOptions overrides = new SetOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException {
        checkServer();
        Configuration configuration = ServerConfiguration.READER.read(config, System.getenv(), overrides.values());
        List<Script> scripts = scripts(configuration);
        if (configuration.declarations().isEmpty() && scripts.isEmpty()) {
            throw new ConfigurationException(List.of(config
                    + ": declares no mashup; expected one with exchanges, reply or pass below mashups, or a script in"
                    + " --mashups DIR"));
        }
        OpenApiDocument document = OpenApiDocument.of(configuration, scripts, title, server);
        String text = isJson() ? document.toJson() : document.toYaml();
        if (out == null) {
            PrintWriter writer = spec.commandLine().getOut();
            writer.print(text);
            writer.flush();
        } else {
            Files.writeString(out, text);
        }
        return ExitCode.OK;
    }

    private List<Script> scripts(Configuration configuration) {
        ServedFolder served = mashups.served();
        if (served.isGiven()) {
            served.open(configuration).close();
        }
        return served.scripts();
    }

    private boolean isJson() {
        return format == null ? out != null && out.toString().endsWith(".json") : format == Format.JSON;
    }

    private void checkServer() {
        if (server != null && !isUrl(server)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--server: '%s' is not a URL; expected one without query and fragment, such as https://api.example.org"
                            .formatted(server));
        }
    }

    private static boolean isUrl(String text) {
        try {
            URI url = new URI(text);
            return !text.isEmpty() && url.getRawQuery() == null && url.getRawFragment() == null;
        } catch (URISyntaxException x) {
            return false;
        }
    }
}
