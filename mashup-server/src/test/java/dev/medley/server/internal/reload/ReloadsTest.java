package dev.medley.server.internal.reload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.medley.config.internal.Configuration;
import dev.medley.config.internal.ConfigurationChange;
import dev.medley.server.internal.admin.ManualClock;
import dev.medley.server.internal.admin.log.LogLines;
import dev.medley.server.reload.ReloadReport;
import dev.medley.tls.internal.FileFingerprint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReloadsTest {

    private static final Duration INTERVAL = Duration.ofSeconds(5);

    @TempDir
    private Path folder;

    private final ManualClock clock = new ManualClock();
    private final LogLines log = LogLines.of("dev.medley.server.internal.reload");
    private final List<Configuration> applied = Collections.synchronizedList(new ArrayList<>());
    private volatile @Nullable RuntimeException defect;
    private volatile boolean failing;
    private CountDownLatch mayApply = new CountDownLatch(0);
    private Path file;
    private Path certificate;
    private Reloads reloads;

    @BeforeEach
    void open() throws IOException {
        file = folder.resolve("medley.yaml");
        certificate = folder.resolve("authority.pem");
        write("1s");
        Files.writeString(certificate, "first");
        ConfigurationFile source = new ConfigurationFile(file, Map.of(), Map.of());
        reloads = new Reloads(source, this::apply, source.read(), read -> fingerprint(), fingerprint());
    }

    @AfterEach
    void close() {
        reloads.close();
        log.close();
    }

    @Test
    void aChangeIsReloadedOnceTwoLooksHaveFoundItAlike() throws IOException {
        watch();
        write("2s");
        look();
        assertThat(applied).isEmpty();

        write("3s");
        look();
        assertThat(applied).isEmpty();

        look();
        await().until(() -> applied.size() == 1);
        assertThat(applied.get(0).server().drain()).hasSeconds(3);
        look();
        look();
        assertThat(applied).hasSize(1);
    }

    @Test
    void aLookThatFailsByADefectIsNotTheLast() throws IOException {
        failing = true;
        watch();
        look();
        failing = false;
        write("2s");

        look();
        look();

        await().until(() -> applied.size() == 1);
    }

    @Test
    void aChangeBeforeTheFirstLookIsReloaded() throws IOException {
        write("2s");
        watch();

        look();
        look();

        await().until(() -> applied.size() == 1);
    }

    @Test
    void aChangeOfACertificateIsReloaded() throws IOException {
        watch();
        Files.writeString(certificate, "second");

        look();
        look();

        await().until(() -> applied.size() == 1);
    }

    @Test
    void aBadChangeIsRefusedAndLoggedOnce() throws IOException {
        watch();
        Files.writeString(file, "server: {drain: soon}");

        look();
        look();
        look();
        look();

        assertThat(applied).isEmpty();
        assertThat(reloads.state().refused()).isEqualTo(1);
        assertThat(log.lines())
                .singleElement()
                .asString()
                .startsWith("WARN the configuration is not reloaded (the files have changed), the old one stays: "
                        + file + ":1:17: server.drain: 'soon' is not a duration");
    }

    @Test
    void aDefectIsReportedAndTheLooksGoOn() throws Exception {
        defect = new IllegalStateException("a defect");
        watch();
        write("2s");
        look();
        look();
        await().until(() -> reloads.state().refused() == 1);
        ReloadReport asked = reloads.reload("asked").toCompletableFuture().get();

        assertThat(asked.problems()).containsExactly("internal error: " + defect);
        defect = null;
        write("3s");
        look();
        look();
        await().until(() -> reloads.state().applied() == 1);
    }

    @Test
    void reloadsThatAreAskedForWhileOneIsAwaitedAreOne() throws Exception {
        mayApply = new CountDownLatch(1);
        CompletionStage<ReloadReport> first = reloads.reload("first");
        await().until(() -> !log.lines().isEmpty() || applied.size() == 1);

        CompletionStage<ReloadReport> second = reloads.reload("second");
        CompletionStage<ReloadReport> third = reloads.reload("third");
        mayApply.countDown();

        assertThat(first.toCompletableFuture().get().cause()).isEqualTo("first");
        assertThat(second.toCompletableFuture().get().cause()).isEqualTo("second");
        assertThat(third.toCompletableFuture().get().cause()).isEqualTo("second");
        assertThat(reloads.state().applied()).isEqualTo(2);
    }

    private ConfigurationChange apply(Configuration read) {
        RuntimeException failure = defect;
        if (failure != null) {
            throw failure;
        }
        applied.add(read);
        try {
            mayApply.await();
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
        }
        return ConfigurationChange.between(read, read);
    }

    private String fingerprint() {
        if (failing) {
            throw new IllegalStateException("a defect");
        }
        return FileFingerprint.of(List.of(certificate));
    }

    private void write(String drain) throws IOException {
        Files.writeString(file, "server: {drain: " + drain + "}");
    }

    private void watch() {
        reloads.start(clock, INTERVAL);
        await().until(() -> clock.alarms() == 1);
    }

    /** Lets the next look take place. */
    private void look() {
        clock.pass(INTERVAL);
        await().until(() -> clock.alarms() == 1);
    }
}
