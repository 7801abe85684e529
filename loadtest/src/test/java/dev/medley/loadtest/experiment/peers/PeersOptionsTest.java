package dev.medley.loadtest.experiment.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.loadtest.experiment.server.CommonOptions;
import dev.medley.loadtest.experiment.server.PartnerProtocol;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class PeersOptionsTest {

    @Test
    void withoutOptionsAllServersAreSaturated() {
        PeersPlan plan = plan("", false, 25);

        assertThat(plan.mode()).isEqualTo(PeerMode.saturated);
        assertThat(plan.protocol()).isEqualTo(PartnerProtocol.HTTP_1_1);
        assertThat(plan.peers()).containsExactly(Peer.values());
        assertThat(plan.reference()).isEqualTo(Peer.VERTX);
        assertThat(plan.calls()).containsExactly(3);
        assertThat(plan.delayMillis()).isZero();
        assertThat(plan.rounds()).isEqualTo(10);
        assertThat(plan.maxRounds()).isEqualTo(15);
        assertThat(plan.window()).isEqualTo(Duration.ofSeconds(3));
        assertThat(plan.settings(true)).hasSize(1);
    }

    @Test
    void atARateThePartnersTakeTimeAndEachRateIsASetting() {
        PeersPlan plan = plan("--mode rate", false, 25);

        assertThat(plan.settings(false))
                .extracting(PeerSetting::label)
                .containsExactly(
                        "C=6, 100 mashups/s, partners of 50 ms, Java "
                                + Runtime.version().feature(),
                        "C=6, 500 mashups/s, partners of 50 ms, Java "
                                + Runtime.version().feature());
        assertThat(plan.users()).isZero();
        assertThat(plan.rounds()).isEqualTo(6);
        assertThat(plan.window()).isEqualTo(Duration.ofSeconds(8));
    }

    @Test
    void serversWithVirtualThreadsAreLeftOutBeforeJava21() {
        assertThat(plan("", false, 17).peers()).containsExactly(Peer.MEDLEY_ASYNC, Peer.VERTX, Peer.JETTY_ASYNC);
    }

    @Test
    void theReferenceIsAlwaysMeasured() {
        assertThat(plan("--peers medley-async", false, 25).peers()).containsExactly(Peer.MEDLEY_ASYNC, Peer.VERTX);
        assertThat(plan("--peers medley-async,helidon --reference helidon", false, 25)
                        .peers())
                .containsExactly(Peer.MEDLEY_ASYNC, Peer.HELIDON);
    }

    @Test
    void theCommandLineOfTheReportHasTheOptionsThatWereGiven() {
        String given = "--mode rate --peers medley-async,vertx --calls 1,2 --rates 100,0.5";

        assertThat(options(given).given()).isEqualTo(" " + given);
        assertThat(options("").given()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --rates 100                 | --rates is for --mode rate
            --mode rate --users 5       | --users is for --mode saturated
            --peers nginx               | --peers: 'nginx' is not a server of the comparison; expected medley-async, medley-virtual, vertx, jetty-async, jetty-virtual, helidon
            --peers helidon             | --peers: helidon needs Java 21 or later, and this is Java 17
            --reference tomcat          | --reference: 'tomcat' is not a server of the comparison; expected medley-async, medley-virtual, vertx, jetty-async, jetty-virtual, helidon
            --calls 0                   | --calls is 0; expected 1 to 256
            --calls 3,257               | --calls is 257; expected 1 to 256
            --delay -1                  | --delay is -1; expected 0 to 60000
            --mode rate --rates 100,0   | --rates has 0.0; expected more than 0, up to 100000
            --users 0                   | --users is 0; expected 1 to 10000
            --window 0.1                | --window is 0.1; expected 0.5 to 600 seconds
            --tolerance 0               | --tolerance is 0.0; expected more than 0
            """)
    void aWrongValueIsNamedWithWhatWasExpected(String arguments, String message) {
        PeersOptions options = options(arguments);

        assertThatThrownBy(() -> options.plan(false, new CommonOptions(), 17))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    private static PeersPlan plan(String arguments, boolean quick, int java) {
        return options(arguments).plan(quick, new CommonOptions(), java);
    }

    private static PeersOptions options(String arguments) {
        PeersOptions options = new PeersOptions();
        List<String> words = arguments.isEmpty() ? List.of() : List.of(arguments.split(" +", -1));
        new CommandLine(CommandLine.Model.CommandSpec.forAnnotatedObject(options))
                .parseArgs(words.toArray(String[]::new));
        return options;
    }
}
