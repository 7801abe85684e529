package dev.medley.server.internal.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import javax.lang.model.SourceVersion;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code medley new}. */
@Command(
        name = "new",
        description =
                "Creates a project with a mashup, its test and its configuration: a Maven project with a servlet, or a folder"
                        + " with a script.",
        mixinStandardHelpOptions = true)
final class NewCommand implements Callable<Integer> {

    private static final Pattern NAME = Pattern.compile("[a-z0-9]+([._-][a-z0-9]+)*");

    /** Of the names of packages, those that Maven takes as a group. */
    private static final Pattern GROUP = Pattern.compile("[A-Za-z0-9_.]+");

    @Parameters(paramLabel = "DIR", description = "Folder of the project; must be empty if it exists.")
    private Path folder = Path.of("");

    /** One of the kinds. */
    private static final class Kind {

        @Option(
                names = "--package",
                paramLabel = "PACKAGE",
                description = "Java package of the mashup, and group of the Maven project, such as com.acme.")
        private @Nullable String packageName;

        @Option(
                names = "--javascript",
                description =
                        "The mashup is a script, with a test for Node's test runner, and declarations for editors.")
        private boolean javaScript;
    }

    @ArgGroup(multiplicity = "1")
    private Kind kind = new Kind();

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "Name of the project, and of its JAR and WAR (default: the name of DIR).")
    private @Nullable String name;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException {
        String project = name();
        PrintWriter out = spec.commandLine().getOut();
        if (kind.javaScript) {
            NewProject.ofScript(project, NextSteps.launcher()).write(folder);
            NextSteps.afterScript(folder).forEach(out::println);
        } else {
            String packageName = Objects.requireNonNull(kind.packageName);
            checkPackage(packageName);
            NewProject.ofMaven(packageName, project).write(folder);
            NextSteps.afterMaven(folder, project).forEach(out::println);
        }
        out.flush();
        return 0;
    }

    private String name() {
        Path last = folder.toAbsolutePath().normalize().getFileName();
        String chosen = name != null ? name : last == null ? "" : last.toString();
        if (!NAME.matcher(chosen).matches()) {
            throw invalid(("the name of the project is '%s', but must consist of lower-case letters, digits and"
                            + " hyphens%s")
                    .formatted(chosen, name == null ? "; --name sets a name other than DIR's" : ""));
        }
        return chosen;
    }

    private void checkPackage(String packageName) {
        if (!SourceVersion.isName(packageName, SourceVersion.RELEASE_17)) {
            throw invalid("--package: '%s' is not the name of a Java package; expected a name such as com.acme"
                    .formatted(packageName));
        }
        if (!GROUP.matcher(packageName).matches()) {
            throw invalid("--package: '%s' is not the name of a Maven group; expected ASCII letters, digits, _ and dots"
                    .formatted(packageName));
        }
        if (packageName.equals("java") || packageName.startsWith("java.")) {
            throw invalid("--package: '%s' is reserved for the JDK".formatted(packageName));
        }
    }

    private ParameterException invalid(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
