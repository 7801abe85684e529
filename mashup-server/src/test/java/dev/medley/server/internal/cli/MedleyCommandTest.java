package dev.medley.server.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MedleyCommandTest {

    private final PrintStream terminal = System.err;
    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

    @TempDir
    private Path folder;

    @BeforeEach
    void captureErrors() {
        System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void restoreErrors() {
        System.setErr(terminal);
    }

    @ParameterizedTest
    @CsvSource({
        "load http://127.0.0.1:9/ --users 0, 'users is 0, but must be 1 or more'",
        "load http://127.0.0.1:9/ --rate 0, 'the rate is 0.0 a second, but must be more than 0'",
        "load http://127.0.0.1:9/ --rate -5, 'the rate is -5.0 a second, but must be more than 0'",
        "load http://127.0.0.1:9/ --rate Infinity, 'the rate is Infinity a second, but must be more than 0'",
        "load http://127.0.0.1:9/ --users 1 --seconds 0, 'the duration is PT0S, but must be more than 0'",
        "load ftp://127.0.0.1:9/ --users 1, 'the target is ftp://127.0.0.1:9/, but must be an address such as http://'",
        "stubs --ports 99999, 'port is 99999, but must be from 0 to 65535'",
        "stubs --ports 0 --threads 1, 'threads is 1, but must be from 2 to 10000'",
        "stubs --ports 0 --delay -1, 'delay is PT-0.001S, but must be from 0'",
        "stubs --ports 0 --max-streams 0, 'maxStreams is 0, but must be from 1'",
        "stubs --ports 0 --key-store /nowhere.p12, 'no key store in /nowhere.p12: there is no such file'",
        "stubs --ports 0 --client-authority /nowhere.pem, '--client-authority needs --tls or --key-store'",
        "experiment fig4 --jmeter /nowhere, '--jmeter: there is no JMeter in /nowhere'",
        "experiment fig5 --load jmeter, '--load jmeter and --jmeter are for fig4 and table2'",
        "experiment modes --jmeter /nowhere, '--load jmeter and --jmeter are for fig4 and table2'",
        "experiment fig6, 'fig6'"
    })
    void anInvalidOptionIsNamedAndExitsWithTwo(String line, String named) {
        assertThat(MedleyCommand.run(line.split(" ", -1))).isEqualTo(2);
        assertThat(errors()).contains(named).doesNotContain("\tat ");
    }

    @Test
    void anUnknownCommandIsReportedWithASimilarOne() {
        assertThat(MedleyCommand.run("srve")).isEqualTo(2);
        assertThat(errors()).contains("'srve'").contains("Did you mean: medley serve?");
    }

    @ParameterizedTest
    @CsvSource({"help, '--help'", "help check, 'check --help'"})
    void helpIsACommandToo(String command, String option) {
        assertThat(printedBy(command)).isEqualTo(printedBy(option)).contains("Usage: medley");
    }

    @Test
    void helpForAnUnknownCommandExitsWithTwo() {
        assertThat(MedleyCommand.run("help", "chek")).isEqualTo(2);
        assertThat(errors()).contains("'chek'");
    }

    @Test
    void aWrongOptionIsReportedAtTheEndAndNotAboveAPageOfHelp() {
        assertThat(MedleyCommand.run("load", "http://127.0.0.1:9/", "--users", "many"))
                .isEqualTo(2);
        assertThat(errors().lines()).hasSize(2).first().asString().contains("'--users'", "'many'");
        assertThat(errors()).endsWith("Try 'medley load --help'." + System.lineSeparator());
    }

    @Test
    void theTrainingRunOfTheStartUpCacheAnswersTheSamples() {
        assertThat(MedleyCommand.run("train", "--seconds", "1")).as(errors()).isZero();
    }

    /** The launcher asks for a cache by the name of the command, whatever else it is given. */
    @ParameterizedTest
    @ValueSource(strings = {"serve", "demo", "train"})
    void theHelpOfACommandTrainsNoStartUpCache(String command) throws IOException {
        Files.writeString(folder.resolve("start-up-1.options"), "");
        System.setProperty("medley.start-up-cache", folder.resolve("start-up-1").toString());
        try {
            assertThat(MedleyCommand.run(command, "--help")).isZero();
            assertThat(Thread.getAllStackTraces().keySet())
                    .extracting(Thread::getName)
                    .doesNotContain("medley-start-up-cache");
        } finally {
            System.clearProperty("medley.start-up-cache");
        }
        assertThat(folder).isDirectoryNotContaining("glob:**.lock");
    }

    @Test
    void aFileInPlaceOfAFolderIsReportedInOneLine() throws IOException {
        Path file = Files.createFile(folder.resolve("README.md"));

        assertThat(MedleyCommand.run("experiment", "modes", "--out", file.toString()))
                .isEqualTo(1);
        // Servers of tests before this one may write the last lines of their access logs now.
        assertThat(errors().lines().filter(line -> !line.contains(" HTTP/1.1\" ")))
                .containsExactly("medley: " + file + ": a file of that name exists");
    }

    private static String printedBy(String line) {
        PrintStream out = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            assertThat(MedleyCommand.run(line.split(" ", -1))).isZero();
        } finally {
            System.setOut(out);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    private String errors() {
        return errors.toString(StandardCharsets.UTF_8);
    }
}
