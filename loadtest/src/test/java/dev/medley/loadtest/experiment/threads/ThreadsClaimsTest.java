package dev.medley.loadtest.experiment.threads;

import static dev.medley.loadtest.experiment.paper.Given.notHeld;
import static dev.medley.loadtest.experiment.threads.ThreadsGiven.PLAN;
import static dev.medley.loadtest.experiment.threads.ThreadsGiven.QUICK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.loadtest.experiment.threads.ThreadsGiven.Window;
import dev.medley.loadtest.report.section.Verdict;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class ThreadsClaimsTest {

    @Test
    void allHoldWhereAllIsAsClaimed() {
        assertThat(claims(window -> window)).hasSize(8).allMatch(Verdict::held);
    }

    @Test
    void aServerThatIsInstalledAndCannotBeMeasuredIsNotPassedOver() {
        List<Verdict> verdicts = ThreadsClaims.of(PLAN, ThreadsGiven.windows(), List.of("nginx"));

        assertThat(notHeld(verdicts)).containsExactly("Every server that is installed answered with the files");
    }

    @Test
    void anErrorIsNotPassedOverAtALowLoadNorAtMedley() {
        assertThat(notHeld(claims(where(
                        window -> window.server() == WebServer.MEDLEY_VIRTUAL
                                && window.setting().users() == ThreadsPlan.THOUSAND
                                && window.setting().series() == Series.LOAD,
                        window -> window.errors(1)))))
                .containsExactly("No request failed at loads up to 15, nor of 1,000 users at Medley");
    }

    @Test
    void keptConnectionsThatAreNoFasterAtOneServerAreReported() {
        assertThat(notHeld(claims(where(
                        window -> window.server() == WebServer.APACHE
                                && window.setting().equals(Setting.of(Series.LOAD, false, 3, 8_000)),
                        window -> window.perSecond(4_999)))))
                .containsExactly(
                        "At load 3 and 8,000 bytes each server answers more requests per second on kept connections");
    }

    @Test
    void aHandshakeThatIsNotPaidIsReported() {
        assertThat(notHeld(claims(where(
                        window -> window.server() == WebServer.MEDLEY_ASYNC
                                && window.setting().roundTripMillis() == 50
                                && window.setting().closing(),
                        window -> window.meanMillis(51)))))
                .containsExactly(
                        "With a round trip of 50 ms a connection for each request takes twice as long, within 10 %");
    }

    @Test
    void aPoolWhoseThreadsAreNotHeldIsReported() {
        assertThat(notHeld(claims(where(
                        window -> window.server() == WebServer.POOL
                                && window.setting().series() == Series.PAUSES,
                        window -> window.perSecond(300)))))
                .containsExactly(
                        "30 users who pause, 10 threads: closed connections get at least twice the throughput of kept ones");
    }

    @Test
    void medleysKeptConnectionsThatHoldThreadsAreReported() {
        assertThat(notHeld(claims(where(
                        window -> window.server() == WebServer.MEDLEY_ASYNC
                                && window.setting().series() == Series.PAUSES
                                && !window.setting().closing(),
                        window -> window.perSecond(4_000)))))
                .containsExactly(
                        "The same users at medley-async: kept connections get at least 95 % of the throughput of closed ones");
    }

    @Test
    void manyConnectionsMustTakeThreadsOfTheOneAndNotOfTheOther() {
        assertThat(notHeld(claims(where(
                        window -> window.setting().series() == Series.CONNECTIONS,
                        window -> window.threads(window.server() == WebServer.THREADS ? 100 : 61)))))
                .containsExactly(
                        "A thread for each connection: at 8,000 kept connections there are as many threads",
                        "medley-async has at most 60 threads there, and no request fails");
    }

    @Test
    void theShortFormClaimsOnlyThatThereWereAnswers() {
        assertThat(ThreadsClaims.of(QUICK, ThreadsGiven.windows(QUICK, window -> window.errors(3)), List.of()))
                .hasSize(2)
                .allMatch(Verdict::held);
        assertThat(notHeld(
                        ThreadsClaims.of(QUICK, ThreadsGiven.windows(QUICK, window -> window.perSecond(0)), List.of())))
                .containsExactly(
                        "Every server answered in each window, the pool without a thread for each user included");
    }

    private static List<Verdict> claims(UnaryOperator<Window> change) {
        return ThreadsClaims.of(PLAN, ThreadsGiven.windows(PLAN, change), List.of());
    }

    private static UnaryOperator<Window> where(Predicate<Window> chosen, UnaryOperator<Window> change) {
        return window -> chosen.test(window) ? change.apply(window) : window;
    }
}
