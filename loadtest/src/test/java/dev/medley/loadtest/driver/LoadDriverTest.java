package dev.medley.loadtest.driver;

import static dev.medley.loadtest.driver.Plans.SOON;
import static dev.medley.loadtest.driver.Plans.get;
import static dev.medley.loadtest.driver.Plans.millis;
import static dev.medley.loadtest.driver.Plans.runWell;
import static dev.medley.loadtest.driver.Plans.stubs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import dev.medley.loadtest.HeldAnswers;
import dev.medley.loadtest.driver.plan.LoadPlan;
import dev.medley.loadtest.driver.plan.LoadProtocol;
import dev.medley.loadtest.driver.plan.Phase;
import dev.medley.loadtest.driver.result.LoadProgress;
import dev.medley.loadtest.driver.result.LoadResult;
import dev.medley.loadtest.driver.result.PhaseResult;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.tls.CertificateAuthority;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LoadDriverTest {

    private static final PartnerStubs SERVER = PartnerStubs.builder().port(0).start();

    @TempDir
    private static Path folder;

    private static CertificateAuthority authority;
    private static PartnerStubs secured;

    @BeforeAll
    static void start() {
        authority = CertificateAuthority.create(folder, "Load test");
        secured = PartnerStubs.builder().tls(authority).start();
    }

    @AfterAll
    static void stop() {
        SERVER.close();
        secured.close();
    }

    @ParameterizedTest
    @EnumSource
    void keepsAllUsersInFlightInTheClosedLoop(LoadProtocol protocol) {
        PartnerStubs server = serverOf(protocol);
        LoadPlan.Builder plan = get(server.uri(), "/partner/1?delay=200")
                .protocol(protocol)
                .closed(20)
                .duration(millis(3000));

        CompletableFuture<LoadResult> running = CompletableFuture.supplyAsync(() -> runWell(plan));
        await().atMost(SOON).pollInterval(millis(10)).until(() -> server.inFlight() == 20);
        LoadResult result = running.join();

        assertThat(result.total().mostInFlight()).isEqualTo(20);
        // No user gets more than an answer each 200 ms.
        assertThat(result.total().succeeded()).isBetween(20L, 20L * 15);
        assertThat(result.total().raw().minMillis()).isGreaterThanOrEqualTo(199);
        assertThat(result.total().bytes()).isEqualTo(result.total().succeeded() * 1024);
        await().atMost(SOON).until(() -> server.connections() == 0);
    }

    @ParameterizedTest
    @EnumSource
    void keepsTheScheduleOfTheOpenLoopWhileTheServerIsSlow(LoadProtocol protocol) {
        HeldAnswers answers = new HeldAnswers();
        try (PartnerStubs server = stubs(protocol, authority).timer(answers).start()) {
            CompletableFuture<LoadResult> running =
                    CompletableFuture.supplyAsync(() -> runWell(get(server.uri(), "/partner/2?delay=1")
                            .protocol(protocol)
                            .open(Phase.ofRate(100, millis(500)), Phase.ofRate(400, millis(500)))));
            await().atMost(SOON).until(() -> server.inFlight() == 250);
            answers.release();
            LoadResult result = running.join();

            assertThat(result.phases()).extracting(PhaseResult::started).containsExactly(50L, 200L);
            assertThat(result.phases())
                    .extracting(PhaseResult::plannedPerSecond)
                    .containsExactly(100.0, 400.0);
            assertThat(server.requests()).isEqualTo(250);
            assertThat(result.total().mostInFlight()).isEqualTo(250);
            // The first one was not answered before the last one was due.
            assertThat(result.total().corrected().maxMillis()).isGreaterThan(990);
        }
    }

    @ParameterizedTest
    @EnumSource
    void countsTheWarmUpByItself(LoadProtocol protocol) {
        PartnerStubs server = serverOf(protocol);
        LoadResult result = runWell(get(server.uri(), "/partner/1")
                .protocol(protocol)
                .exponential(true)
                .warmUp(millis(300))
                .open(Phase.ofRate(200, millis(300))));

        assertThat(result.phases()).extracting(PhaseResult::name).containsExactly("warm-up", "phase 1");
        assertThat(result.phases().get(0).started()).isBetween(30L, 90L);
        assertThat(result.total().started()).isEqualTo(result.phases().get(1).started());
        assertThat(result.total().fromSeconds()).isCloseTo(0.3, within(1e-6));
    }

    @Test
    void usesAConnectionAgainForTheNextRequestOfHttp1() {
        try (PartnerStubs server = PartnerStubs.builder().port(0).start()) {
            LoadResult result =
                    runWell(get(server.uri(), "/partner/1").closed(3).duration(millis(2000)));

            assertThat(result.total().succeeded()).isGreaterThan(3);
            assertThat(server.connectionsAccepted()).isBetween(1L, 3L);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"HTTP_1_0", "HTTP_1_1"})
    void opensAConnectionForEachRequestAndClosesItBehindTheAnswer(LoadProtocol protocol) {
        try (PartnerStubs server = PartnerStubs.builder().port(0).start()) {
            LoadResult result = runWell(get(server.uri(), "/partner/1")
                    .protocol(protocol)
                    .closing(true)
                    .closed(3)
                    .duration(millis(500)));

            assertThat(result.total().succeeded()).isGreaterThan(3);
            assertThat(server.connectionsAccepted()).isEqualTo(server.requests());
            await().atMost(SOON).until(() -> server.connections() == 0);
        }
    }

    @Test
    void aUserWhoThinksMayHoldTheConnection() {
        try (PartnerStubs server = PartnerStubs.builder().port(0).start()) {
            LoadResult result = runWell(get(server.uri(), "/partner/1")
                    .closed(5)
                    .thinkTime(millis(200))
                    .holding(true)
                    .rampUp(millis(100))
                    .duration(millis(1000)));

            assertThat(result.total().succeeded()).isGreaterThan(5);
            assertThat(server.connectionsAccepted()).isEqualTo(5);
        }
    }

    /** Without that, one who has been answered sends again at once, and others could take its connection. */
    @Test
    void usersWhoBeginTogetherWaitBehindTheirFirstAnswerAndHoldTheirConnections() {
        try (PartnerStubs server = PartnerStubs.builder().port(0).start()) {
            LoadResult result = runWell(get(server.uri(), "/partner/1")
                    .closed(10)
                    .holding(true)
                    .together(true)
                    .rampUp(millis(500))
                    .duration(millis(1)));

            assertThat(result.total().succeeded()).isBetween(0L, 30L);
            assertThat(server.connectionsAccepted()).isEqualTo(10);
            assertThat(server.requests()).isBetween(10L, 40L);
        }
    }

    @Test
    void sharesAFewConnectionsOverHttp2() {
        HeldAnswers answers = new HeldAnswers();
        try (PartnerStubs server = PartnerStubs.builder().port(0).timer(answers).start()) {
            CompletableFuture<LoadResult> running =
                    CompletableFuture.supplyAsync(() -> runWell(get(server.uri(), "/partner/1?delay=1")
                            .protocol(LoadProtocol.H2C)
                            .streamsPerConnection(100)
                            .open(Phase.ofRate(2000, millis(100)))));
            await().atMost(SOON).until(() -> server.inFlight() == 200);

            assertThat(server.connectionsAccepted()).isBetween(2L, 4L);

            answers.release();
            assertThat(running.join().total().succeeded()).isEqualTo(200);
        }
    }

    @Test
    void letsUsersThink() {
        LoadResult result = runWell(
                get(SERVER.uri(), "/partner/1").closed(2).thinkTime(millis(100)).duration(millis(1450)));

        assertThat(result.total().succeeded()).isBetween(1L, 30L);
    }

    @Test
    void reportsItsProgressOnceASecond() throws Exception {
        List<LoadProgress> reported = new ArrayList<>();

        LoadResult result = LoadDriver.run(
                get(SERVER.uri(), "/partner/1?delay=20")
                        .closed(2)
                        .duration(millis(2300))
                        .build(),
                reported::add);

        // On a busy machine a second may be reported late or left out, but none is reported twice.
        assertThat(reported).isNotEmpty();
        long all = result.phases().stream().mapToLong(PhaseResult::succeeded).sum();
        long second = 0;
        long succeeded = 0;
        for (LoadProgress progress : reported) {
            assertThat(progress.elapsed().toSeconds()).isGreaterThan(second);
            Duration left = millis(2301).minus(progress.elapsed());
            assertThat(progress.left()).isEqualTo(left.isNegative() ? Duration.ZERO : left);
            assertThat(progress.phase()).isEqualTo(left.isNegative() ? "last answers" : "load");
            assertThat(progress.succeeded()).isBetween(succeeded, all);
            second = progress.elapsed().toSeconds();
            succeeded = progress.succeeded();
        }
    }

    @ParameterizedTest
    @EnumSource
    void stopsSoonWhenItIsInterruptedAndLeavesNothingBehind(LoadProtocol protocol) throws Exception {
        PartnerStubs server = serverOf(protocol);
        CompletableFuture<Optional<LoadResult>> result = new CompletableFuture<>();
        LoadPlan.Builder plan = get(server.uri(), "/partner/1?delay=2000")
                .protocol(protocol)
                .open(Phase.ofRate(500, Duration.ofMinutes(1)));
        Thread thread = new Thread(() -> {
            LoadResult partial = Plans.run(plan);
            result.complete(Thread.currentThread().isInterrupted() ? Optional.of(partial) : Optional.empty());
        });
        thread.start();
        await().atMost(SOON).until(() -> server.inFlight() >= 20);

        thread.interrupt();

        LoadResult partial = result.get(20, TimeUnit.SECONDS).orElseThrow();
        assertThat(partial.stopped()).isTrue();
        assertThat(partial.unfinished()).isGreaterThanOrEqualTo(20);
        assertThat(partial.total().failed()).isZero();
        assertThat(partial.seconds()).isLessThan(30);
        await().atMost(SOON).until(() -> server.connections() == 0);
        await().atMost(SOON)
                .until(() -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(each -> each.getName().startsWith("load-") && each.isAlive()));
    }

    private static PartnerStubs serverOf(LoadProtocol protocol) {
        return protocol == LoadProtocol.H2 ? secured : SERVER;
    }
}
