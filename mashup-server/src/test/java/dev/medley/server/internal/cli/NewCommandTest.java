package dev.medley.server.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NewCommandTest {

    private final PrintStream errors = System.err;
    private final PrintStream output = System.out;
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    @TempDir
    private Path folder;

    @BeforeEach
    void capture() {
        System.setErr(new PrintStream(written, true, StandardCharsets.UTF_8));
        System.setOut(new PrintStream(written, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void restore() {
        System.setErr(errors);
        System.setOut(output);
    }

    @Test
    void aProjectIsWrittenWithItsNamesAndVersions() throws IOException {
        Path project = folder.resolve("shop");

        assertThat(run(project, "com.acme")).isZero();

        try (Stream<Path> files = Files.walk(project)) {
            assertThat(files.filter(Files::isRegularFile)
                            .map(file -> project.relativize(file).toString()))
                    .containsExactlyInAnyOrder(
                            "pom.xml",
                            "medley.yaml",
                            "README.md",
                            ".gitignore",
                            "src/main/java/com/acme/CityServlet.java",
                            "src/main/resources/logback.xml",
                            "src/test/resources/logback-test.xml",
                            "src/test/java/com/acme/CityServletTest.java");
        }
        assertThat(Files.readString(project.resolve("pom.xml")))
                .contains("<groupId>com.acme</groupId>", "<artifactId>shop</artifactId>", "${medley.version}")
                .doesNotContain("{{")
                .doesNotContain("<version>${project")
                .containsPattern("<medley.version>\\d")
                .containsPattern("<logback.version>\\d");
        assertThat(Files.readAllLines(project.resolve(".gitignore"))).containsExactly("target/", "apache-tomcat-*/");
        assertThat(written())
                .contains("Created " + project, "package", "serve --config medley.yaml --mashups target &");
    }

    @Test
    void theNameOfTheProjectCanBeAnotherThanThatOfItsFolder() throws IOException {
        Path project = folder.resolve("My Shop");

        assertThat(MedleyCommand.run("new", project.toString(), "--package", "com.acme", "--name", "shop-2"))
                .isZero();

        assertThat(Files.readString(project.resolve("pom.xml"))).contains("<finalName>shop-2</finalName>");
        assertThat(written()).contains("cd '" + project + "'");
    }

    @Test
    void anEmptyFolderUnderGitIsFilled() throws IOException {
        Files.createDirectory(folder.resolve(".git"));

        assertThat(MedleyCommand.run("new", folder.toString(), "--package", "com.acme", "--name", "shop"))
                .isZero();
    }

    @Test
    void aFolderWithFilesIsRefused() throws IOException {
        Files.createFile(folder.resolve("notes.txt"));

        assertThat(MedleyCommand.run("new", folder.toString(), "--package", "com.acme", "--name", "shop"))
                .isEqualTo(1);
        assertThat(written().lines()).containsExactly("medley: " + folder + ": the folder is not empty");
        assertThat(folder).isDirectoryNotContaining("glob:**.xml");
    }

    @Test
    void aFileInPlaceOfAFolderIsRefused() throws IOException {
        Path file = Files.createFile(folder.resolve("shop"));

        assertThat(run(file, "com.acme")).isEqualTo(1);
        assertThat(written().lines()).containsExactly("medley: " + file + ": a file of that name exists");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "com.", "com.my-shop", "com.new.shop", "1com", "com/acme", "../acme"})
    void aPackageThatIsNoneIsRefused(String name) {
        assertThat(run(folder.resolve("shop"), name)).isEqualTo(2);
        assertThat(written())
                .contains("--package: '" + name
                        + "' is not the name of a Java package; expected a name such as com.acme");
        assertThat(folder).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"com.müller", "com.$shop"})
    void aPackageThatMavenRefusesAsAGroupIsRefused(String name) {
        assertThat(run(folder.resolve("shop"), name)).isEqualTo(2);
        assertThat(written()).contains("--package: '" + name + "' is not the name of a Maven group");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aPackageOfTheJdkIsRefused() {
        assertThat(run(folder.resolve("shop"), "java.shop")).isEqualTo(2);
        assertThat(written()).contains("--package: 'java.shop' is reserved for the JDK");
    }

    @Test
    void aFolderWhoseNameIsNoneOfAProjectNeedsTheOption() {
        assertThat(run(folder.resolve("My Shop"), "com.acme")).isEqualTo(2);
        assertThat(written())
                .contains("the name of the project is 'My Shop', but must consist of lower-case letters, digits and"
                        + " hyphens; --name");
    }

    @Test
    void theKindIsRequired() {
        assertThat(MedleyCommand.run("new", folder.toString())).isEqualTo(2);
        assertThat(written()).contains("specify one of these): (--package=PACKAGE | --javascript)");
    }

    @Test
    void aProjectHasOneKind() {
        assertThat(MedleyCommand.run("new", folder.toString(), "--package", "com.acme", "--javascript"))
                .isEqualTo(2);
        assertThat(written()).contains("--package=PACKAGE, --javascript are mutually exclusive");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aProjectWithAScriptIsWritten() throws IOException {
        Path project = folder.resolve("shop");

        assertThat(MedleyCommand.run("new", project.toString(), "--javascript")).isZero();

        try (Stream<Path> files = Files.walk(project)) {
            assertThat(files.filter(Files::isRegularFile)
                            .map(file -> project.relativize(file).toString()))
                    .containsExactlyInAnyOrder(
                            "mashups/trip.mjs",
                            "test/trip.test.mjs",
                            "medley.yaml",
                            "medley.d.ts",
                            "jsconfig.json",
                            "package.json",
                            "README.md",
                            ".gitignore");
        }
        assertThat(Files.readString(project.resolve("package.json"))).contains("\"name\": \"shop\"");
        assertThat(Files.readString(project.resolve("test/trip.test.mjs")))
                .doesNotContain("{{")
                .containsPattern("\\? \\[`\\$\\{process\\.env\\.MEDLEY}/medley`] : \\['/.*/medley'];");
        assertThat(written())
                .contains("Created " + project, "node --test", "serve --config medley.yaml --mashups mashups &");
    }

    @Test
    void theDeclarationsOfANewScriptAreThoseOfItsPartners() throws IOException {
        Path project = folder.resolve("shop");
        MedleyCommand.run("new", project.toString(), "--javascript");
        Path types = folder.resolve("medley.d.ts");

        assertThat(MedleyCommand.run(
                        "types", "--config", project.resolve("medley.yaml").toString(), "--out", types.toString()))
                .isZero();

        assertThat(project.resolve("medley.d.ts")).hasSameTextualContentAs(types);
    }

    @Test
    void aFolderWithFilesIsRefusedForAScriptToo() throws IOException {
        Files.createFile(folder.resolve("notes.txt"));

        assertThat(MedleyCommand.run("new", folder.toString(), "--javascript", "--name", "shop"))
                .isEqualTo(1);
        assertThat(written().lines()).containsExactly("medley: " + folder + ": the folder is not empty");
        assertThat(folder).isDirectoryNotContaining("glob:**.mjs");
    }

    private static int run(Path project, String packageName) {
        return MedleyCommand.run("new", project.toString(), "--package", packageName);
    }

    private String written() {
        return written.toString(StandardCharsets.UTF_8);
    }
}
