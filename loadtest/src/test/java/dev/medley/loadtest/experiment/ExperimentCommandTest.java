package dev.medley.loadtest.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.loadtest.experiment.ExperimentCommand.Name;
import dev.medley.loadtest.experiment.paper.Given;
import dev.medley.loadtest.experiment.paper.Load;
import dev.medley.loadtest.experiment.server.Experiment;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.experiment.sweep.SweepDimension;
import dev.medley.loadtest.report.Facts;
import dev.medley.loadtest.report.Report;
import dev.medley.loadtest.report.section.Verdict;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class ExperimentCommandTest {

    private final List<String> loads = new ArrayList<>();
    private final List<Setup> setups = new ArrayList<>();
    private final StringWriter err = new StringWriter();
    private boolean held = true;
    private ExperimentCommand command = new ExperimentCommand();

    @TempDir
    private Path folder;

    private Path jmeter;

    @BeforeEach
    void installJMeter() throws IOException {
        jmeter = folder.resolve("jmeter");
        Files.createDirectories(jmeter.resolve("bin"));
        Files.createFile(jmeter.resolve("bin/ApacheJMeter.jar"));
    }

    @Test
    void theHelpNamesEachExperimentAndHasNoLineThatIsNoFormat() {
        CommandLine command = new CommandLine(new ExperimentCommand());
        List<String> lines = List.of(command.getCommandSpec().usageMessage().footer());

        // A per cent sign that begins no conversion is a warning of the parser above the help.
        assertThat(lines).allSatisfy(line -> assertThat(line.formatted()).isEqualTo(line));
        for (Name name : Name.values()) {
            assertThat(lines).anyMatch(line -> line.startsWith(name + " "));
        }
    }

    @Test
    void theExitCodeIsZeroWhenAllHeldAndOneWhenSomethingDidNot() {
        assertThat(execute("fig5 --quick")).isZero();

        held = false;

        assertThat(execute("fig5 --quick")).isEqualTo(1);
        assertThat(folder.resolve("out/index.html")).exists();
        assertThat(folder.resolve("out/data.json")).exists();
    }

    @Test
    void aClosedLoopIsDrivenByJMeterAndInTheShortFormByMedleysDriver() {
        assertThat(execute("fig4 --jmeter " + jmeter)).isZero();
        assertThat(execute("table2 --jmeter " + jmeter)).isZero();
        assertThat(execute("fig4 --quick")).isZero();

        assertThat(loads).containsExactly("JMeter", "JMeter", "Medley's driver");
        assertThat(setups)
                .extracting(Setup::command)
                .containsExactly(
                        "./medley experiment fig4 --load jmeter",
                        "./medley experiment table2 --load jmeter",
                        "./medley experiment fig4 --quick --load driver");
    }

    @Test
    void theUserHasTheLastWordOnWhatDrivesAClosedLoop() {
        assertThat(execute("fig4 --load driver")).isZero();
        assertThat(execute("fig4 --quick --load jmeter --jmeter " + jmeter)).isZero();

        assertThat(loads).containsExactly("Medley's driver", "JMeter");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fig5", "modes", "slow-partner", "failing-endpoint", "partner-down", "hedge"})
    void openArrivalsNeedNoJMeterAndTheirCommandNamesNoLoad(String name) {
        assertThat(execute(name)).isZero();
        assertThat(execute(name + " --load driver")).isZero();

        assertThat(loads).isEmpty();
        assertThat(setups).extracting(Setup::command).containsOnly("./medley experiment " + name);
    }

    @Test
    void theFormOfTheMashupIsInTheCommandOfTheReport() {
        assertThat(execute("fig5 --quick --mashup script")).isZero();
        assertThat(execute("fig5 --mashup declared")).isZero();

        assertThat(setups)
                .extracting(Setup::command)
                .containsExactly(
                        "./medley experiment fig5 --quick --mashup script",
                        "./medley experiment fig5 --mashup declared");
    }

    @Test
    void aSweepHasRoundsAndPartsOfTheUsersChoice() {
        assertThat(execute("sweep --rounds 3 --only calls,rate")).isZero();
        assertThat(command.sweep().dimensions()).containsExactlyInAnyOrder(SweepDimension.calls, SweepDimension.rate);
        assertThat(execute("sweep")).isZero();

        assertThat(setups)
                .extracting(Setup::command)
                .containsExactly("./medley experiment sweep --rounds 3 --only calls,rate", "./medley experiment sweep");
        assertThat(setups.get(0).rounds()).isEqualTo(3);
        assertThat(command.sweep().dimensions()).containsExactlyInAnyOrder(SweepDimension.values());
    }

    @ParameterizedTest
    @ValueSource(strings = {"fig5 --rounds 3", "modes --only calls", "sweep --rounds 0", "sweep --only speed"})
    void roundsAndPartsThatCannotBeAreRefused(String arguments) {
        assertThat(execute(arguments)).isEqualTo(2);
        assertThat(err.toString()).contains("Usage: experiment");
        assertThat(setups).isEmpty();
    }

    @Test
    void theOptionsOfClientsAreInTheCommandOfTheReport() {
        assertThat(execute("clients --quick --protocol h2c --requests 10,20")).isZero();

        assertThat(setups)
                .extracting(Setup::command)
                .containsExactly("./medley experiment clients --quick --protocol h2c --requests 10,20");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fig5 --load jmeter",
                "modes --jmeter .",
                "fig4 --jmeter /nowhere",
                "fig4 --load tsung",
                "peers --load jmeter",
                "clients --load jmeter",
                "clients --rounds 0",
                "fig5 --clients jdk",
                "fig5 --mashup class",
                "modes --mashup script"
            })
    void anOptionThatCannotBeIsRefusedBeforeAnythingIsDone(String arguments) {
        assertThat(execute(arguments)).isEqualTo(2);
        assertThat(err.toString()).contains("Usage: experiment");
        assertThat(setups).isEmpty();
        assertThat(folder.resolve("out")).doesNotExist();
    }

    @Test
    void theCommandOfAComparisonHasItsOptions() {
        assertThat(execute("peers --mode rate --rates 100 --rounds 2")).isZero();

        assertThat(setups)
                .extracting(Setup::command)
                .containsExactly("./medley experiment peers --rounds 2 --mode rate --rates 100");
    }

    @ParameterizedTest
    @CsvSource({
        "peers --rates 100, --rates is for --mode rate",
        "peers --peers nginx, 'nginx' is not a server of the comparison",
        "peers --protocol h3, --protocol is 'h3'; expected http/1.1 or h2c",
        "clients --rounds 0, --rounds is 0; expected 1 or more",
        "sweep --protocol h2c, sweep does not have --protocol: that is for peers and clients",
        "peers --mode fast, Invalid value for option '--mode'",
        "modes --mode rate --users 3, modes does not have --mode rate --users 3: that is for peers"
    })
    void aComparisonThatCannotBeIsRefusedBeforeAnythingIsDone(String arguments, String message) {
        assertThat(execute(arguments)).isEqualTo(2);
        assertThat(err.toString()).contains(message);
        assertThat(setups).isEmpty();
        assertThat(folder.resolve("out")).doesNotExist();
    }

    @Test
    void theOptionsOfASoakAreInTheCommandOfTheReport() {
        assertThat(execute("soak --duration 90s --rate 20 --seed 7 --execution blocking"))
                .isZero();

        assertThat(setups)
                .extracting(Setup::command)
                .containsExactly("./medley experiment soak --duration 90s --rate 20.0 --seed 7 --execution blocking");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "soak --duration 1s",
                "soak --duration soon",
                "soak --rate 0",
                "soak --seed x",
                "soak --execution fast",
                "soak --rounds 3",
                "hedge --duration 1h"
            })
    void aSoakThatCannotBeIsRefused(String arguments) {
        assertThat(execute(arguments)).isEqualTo(2);
        assertThat(err.toString()).contains("Usage: experiment");
        assertThat(setups).isEmpty();
    }

    @Test
    void theOptionsOfCodecAreInTheCommandOfTheReport() {
        assertThat(execute("codec --quick --rounds 3 --part units --units 10,100 --threads 2"))
                .isZero();

        assertThat(setups)
                .extracting(Setup::command)
                .containsExactly(
                        "./medley experiment codec --quick --rounds 3 --part units --units 10,100 --threads 2");
    }

    @Test
    void theCasesOfTopicsAreInTheCommandOfTheReport() {
        assertThat(execute("topics --quick --case mule,faults")).isZero();

        assertThat(setups)
                .extracting(Setup::command)
                .containsExactly("./medley experiment topics --quick --case mule,faults");
    }

    @ParameterizedTest
    @CsvSource({
        "codec --units 0, --units has 0; expected 1 to 1000000",
        "codec --part all, Invalid value for option '--part'",
        "topics --case all, Invalid value for option '--case'",
        "codec --case mule, codec does not have --case mule: that is for topics",
        "fig5 --part units, fig5 does not have --part units: that is for codec"
    })
    void aCodecThatCannotBeIsRefused(String arguments, String message) {
        assertThat(execute(arguments)).isEqualTo(2);
        assertThat(err.toString()).contains(message);
        assertThat(setups).isEmpty();
    }

    private int execute(String arguments) {
        command = new ExperimentCommand(this::experiment);
        return new CommandLine(command)
                .setErr(new PrintWriter(err))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute((arguments + " --out " + folder.resolve("out")).split(" "));
    }

    /** Claims something without measuring. */
    private Experiment experiment(Name name, Supplier<Load> load) {
        if (name.closedLoop()) {
            loads.add(load.get().label());
        }
        return setup -> {
            setups.add(setup);
            return Report.of(name.name(), new Facts(Given.BEGIN, Map.of()))
                    .add(Verdict.of("It is so", true))
                    .add(Verdict.of("It is so too", held))
                    .build();
        };
    }
}
