package dev.medley.loadtest.experiment.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.medley.loadtest.experiment.server.CommonOptions;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;

class ThreadsOptionsTest {

    @Test
    void byDefaultItHasAllServersThatThisJavaCanRun() {
        assertThat(plan(25).servers()).containsExactly(WebServer.values());
        assertThat(plan(17).servers()).doesNotContain(WebServer.MEDLEY_VIRTUAL).hasSize(7);
        assertThat(plan(25).rounds()).isEqualTo(3);
        assertThat(plan(25).connections()).isEqualTo(8_000);
    }

    @Test
    void theLoadGoesFromOneToFifteenAndToAThousand() {
        assertThat(plan(25).settings())
                .filteredOn(setting -> setting.series() == Series.LOAD && setting.closing())
                .extracting(Setting::users)
                .contains(1, 3, 15, 1_000);
        assertThat(plan(25).settings())
                .filteredOn(setting -> setting.series() == Series.SIZE)
                .extracting(Setting::size)
                .contains(1, 1_000_000);
        assertThat(plan(25).manyConnections()).extracting(Setting::users).containsOnly(15, 1_000, 4_000, 8_000);
    }

    @Test
    void keptConnectionsBeyondThePoolAreMeasuredOnlyWhereThatIsThePoint() {
        ThreadsPlan plan = plan(25);

        assertThat(plan.measures(WebServer.POOL, Setting.of(Series.LOAD, false, 15, 8_000)))
                .isFalse();
        assertThat(plan.measures(WebServer.POOL, Setting.of(Series.LOAD, true, 15, 8_000)))
                .isTrue();
        assertThat(plan.measures(WebServer.APACHE_PREFORK, Setting.of(Series.LOAD, false, 15, 8_000)))
                .isFalse();
        assertThat(plan.measures(WebServer.POOL, Setting.of(Series.PAUSES, false, 30, 8_000)))
                .isTrue();
    }

    @Test
    void theUserChoosesServersConnectionsAndRounds() {
        ThreadsPlan plan = plan(17, "--servers", "nginx,threads", "--connections", "2000", "--rounds", "5");

        assertThat(plan.servers()).containsExactly(WebServer.THREADS, WebServer.NGINX);
        assertThat(plan.connections()).isEqualTo(2_000);
        assertThat(plan.rounds()).isEqualTo(5);
    }

    @Test
    void optionsThatCannotBeAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> plan(25, "--servers", "iis"))
                .withMessageStartingWith("--servers has 'iis'; expected threads, pool, medley-async");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> plan(17, "--servers", "medley-virtual"))
                .withMessage("--servers has medley-virtual, which needs Java 21 or later, and this is Java 17");
        for (String wrong : List.of("99", "19001")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> plan(25, "--connections", wrong))
                    .withMessage("--connections is %s; expected 100 to 19000", wrong);
        }
    }

    private static ThreadsPlan plan(int java, String... arguments) {
        Options options = new Options();
        new CommandLine(options).parseArgs(arguments);
        return options.threads.plan(false, options.common, java);
    }

    @Command
    private static final class Options {

        @ArgGroup(validate = false)
        private final ThreadsOptions threads = new ThreadsOptions();

        @ArgGroup(validate = false)
        private final CommonOptions common = new CommonOptions();
    }
}
