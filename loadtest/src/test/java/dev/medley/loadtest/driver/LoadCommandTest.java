package dev.medley.loadtest.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.loadtest.driver.plan.LoadProtocol;
import dev.medley.loadtest.driver.result.LoadResult;
import dev.medley.loadtest.driver.result.PhaseResult;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.raw.Misbehaviour;
import dev.medley.stubs.raw.RawPartner;
import dev.medley.stubs.tls.CertificateAuthority;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import tools.jackson.databind.json.JsonMapper;

class LoadCommandTest {

    private static final PartnerStubs SERVER = PartnerStubs.builder().port(0).start();

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    @Test
    void loadsInPhasesAndWritesTheResult() throws IOException {
        Path json = folder.resolve("load.json");

        int exit = execute(
                SERVER.uri() + "/partner/1",
                "--phases",
                "0.02:0.2,0.01:0.2",
                "--warm-up",
                "100ms",
                "--timeout",
                "20s",
                "--h2c",
                "--json",
                json.toString());

        assertThat(exit).isZero();
        assertThat(out.toString())
                .contains("over h2c", "open loop", "50.00/s, 100.0/s")
                .contains("warm-up", "phase 1", "phase 2", "total")
                .contains("corrected, ms", "driver: ");
        LoadResult result = JsonMapper.shared().readValue(Files.readString(json), LoadResult.class);
        assertThat(result.phases()).extracting(PhaseResult::started).containsExactly(5L, 10L, 20L);
        assertThat(result.protocol()).isEqualTo(LoadProtocol.H2C);
    }

    @Test
    void loadsWithUsersAndReportsItsProgress() {
        int exit = execute(
                SERVER.uri() + "/partner/1?delay=20",
                "--users",
                "5",
                "--seconds",
                "3.5",
                "--think",
                "10ms",
                "--ramp",
                "1ms",
                "--expect",
                "\"partner\"",
                "--threads",
                "3",
                "--max-connections",
                "10",
                "--sources",
                "127.0.0.1");

        assertThat(exit).isZero();
        assertThat(out.toString())
                .contains("closed loop, 5 users, 10 ms think time")
                .containsPattern("\\d s, +\\d s left  load +in flight");
    }

    @Test
    void failsWhenNothingSucceedsAndSaysWhy() {
        try (RawPartner partner = RawPartner.start(Misbehaviour.REFUSE)) {
            int exit = execute(partner.uri().toString(), "--rate", "50", "--seconds", "0.2");

            assertThat(exit).isEqualTo(1);
            assertThat(out.toString()).contains("10  connect", "ConnectException: Connection refused");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1:9/ --users 1 --h2, '--h2 needs an https URL; for http://127.0.0.1:9/ use --h2c'",
        "https://127.0.0.1:9/ --users 1 --h2c, '--h2c needs an http URL; for https://127.0.0.1:9/ use --h2'",
        "https://127.0.0.1:9/ --users 1 --h2 --h2c, '--h2 and --h2c exclude each other'",
        "http://127.0.0.1:9/ --users 1 --h2c --close, '--close and --h2c exclude each other'",
        "https://127.0.0.1:9/ --users 1 --h2 --http1.0, '--http1.0 and --h2 exclude each other'",
        "https://127.0.0.1:9/ --users 1 --trust no.pem, '--trust no.pem: there is no such file; expected the certificate'",
        "https://127.0.0.1:9/ --users 1 --trust no.pem --insecure, '--trust and --insecure exclude each other'",
        "http://127.0.0.1:9/ --users 1 --insecure, '--trust and --insecure need an https URL, but it is http://127.0.0.1:9/'"
    })
    void refusesOptionsOfTlsThatDoNotFit(String arguments, String reason) {
        assertThat(execute(arguments.split(" "))).isEqualTo(2);
        assertThat(err.toString()).contains(reason);
    }

    @Test
    void reportsThatItDoesNotVerifyTheCertificate() {
        CertificateAuthority authority = CertificateAuthority.create(folder.resolve("tls"), "Load test");
        try (PartnerStubs server = PartnerStubs.builder().tls(authority).start()) {
            int exit = execute(server.uri() + "/partner/1", "--h2", "--insecure", "--rate", "50", "--seconds", "0.2");

            assertThat(exit).isZero();
            assertThat(out.toString())
                    .contains("The certificate of the target is not verified (--insecure).", " over h2\n");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:9/",
                "http://127.0.0.1:9/ --users 1 --rate 5",
                "--users 1",
                "http://127.0.0.1:9/ --phases 0.04",
                "http://127.0.0.1:9/ --users 1 --timeout 5",
                "http://127.0.0.1:9/ --users 0",
                "http://127.0.0.1:9/ --rate 0",
                "ftp://127.0.0.1:9/ --users 1"
            })
    void saysHowItIsUsed(String arguments) {
        assertThat(execute(arguments.split(" "))).isEqualTo(2);
        assertThat(err.toString()).contains("Usage: load");
    }

    private int execute(String... arguments) {
        return new CommandLine(new LoadCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }
}
