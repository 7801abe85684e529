package dev.medley.server.internal.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import dev.medley.config.ServerSettings;
import dev.medley.config.internal.Configuration;
import dev.medley.connection.ProtocolChoice;
import dev.medley.partner.PartnerSettings;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class DoctorTest {

    private static final Duration ONE_SECOND = Duration.ofSeconds(1);

    /** 1,000 users with 6 exchanges each: 7,000 connections, 2,000 to each of three partners. */
    private static final Workload LOAD = Workload.of(1000, 6, ONE_SECOND);

    private final FixedLimits machine = FixedLimits.plenty();
    private final Configuration configuration = configured(server -> {}, "weather", "hotels", "news");

    @Test
    void findsNoShortfallIfAllFits() {
        Diagnosis diagnosis = new Doctor(machine, configuration).diagnose(LOAD);

        assertThat(diagnosis.fits()).isTrue();
        assertThat(diagnosis.findings()).extracting(Finding::verdict).containsOnly("ok");
        assertThat(diagnosis.toText()).doesNotContain("Fixes");
    }

    @Test
    void exchangesAreThoseThatTheMashupHasWithEachPartner() {
        MashupShape order = new MashupShape("/order", 6, 2, Map.of("weather", 1, "hotels", 5), ONE_SECOND);

        Diagnosis diagnosis =
                new Doctor(machine, configuration).diagnose(Workload.of(1000, order, Duration.ofMillis(500)));

        assertThat(diagnosis.toText())
                .startsWith("1,000 concurrent users of /order, 6 exchanges each in 2 layers, partner latency 500 ms");
        assertThat(diagnosis.findings())
                .filteredOn(each -> each.check().endsWith("max-connections"))
                .extracting(Finding::needed)
                .containsExactly(500.0, 2500.0, 0.0);
        assertThat(tooLow(diagnosis)).contains("deadline");
        assertThat(diagnosis.toText()).contains("mashups./order.deadline: 1100ms");
    }

    @Test
    void sessionsNeedFilesHeapAndMemoryBesideRequests() {
        Diagnosis few = new Doctor(machine, configuration, 50_000).diagnose(LOAD);
        assertThat(few.findings())
                .filteredOn(each -> each.check().endsWith("with sessions"))
                .extracting(Finding::verdict)
                .containsExactly("ok", "ok", "ok");

        Diagnosis many = new Doctor(machine, configuration, 100_000).diagnose(LOAD);
        assertThat(tooLow(many)).containsExactly("open files with sessions");
        assertThat(many.toText()).contains("LimitNOFILE=110000", "event streams over HTTP/2 in place of WebSockets");
    }

    @Test
    void findsTooFewOpenFiles() {
        Diagnosis diagnosis = new Doctor(machine.with(SystemLimit.OPEN_FILES, 7_199), configuration).diagnose(LOAD);

        assertThat(tooLow(diagnosis)).containsExactly("open files");
        assertThat(diagnosis.toText())
                .contains("ulimit -n 7200   (in the shell that starts Medley)")
                .contains("LimitNOFILE=7200")
                .contains("medley - nofile 7200");
    }

    @Test
    void namesTheHardLimitOnOpenFilesThatNeedsRoot() {
        Diagnosis diagnosis = new Doctor(
                        machine.with(SystemLimit.OPEN_FILES, 1_024).with(SystemLimit.OPEN_FILES_HARD, 4_096),
                        configuration)
                .diagnose(LOAD);

        assertThat(diagnosis.toText()).contains("ulimit -n 7200", "needs root: the hard limit is 4,096");
    }

    @Test
    void findsAnAdmissionThatRefusesMostOfTheUsers() {
        Configuration limited = configured(
                server -> server.admission(admission -> admission.maxConcurrent(40)), "weather", "hotels", "news");

        Diagnosis diagnosis = new Doctor(machine, limited).diagnose(LOAD);

        assertThat(tooLow(diagnosis)).containsExactly("admission.max-concurrent");
        assertThat(diagnosis.toText())
                .contains("server.admission.max-concurrent: 1000", "Maximum: 40 concurrent users");
    }

    @Test
    void theOperatorsPortIsKeptOutOfTheRangeToo() {
        Configuration own = configured(server -> server.admin(admin -> admin.operatorPort(8082)), "weather");

        Diagnosis diagnosis = new Doctor(machine.with(SystemLimit.LOCAL_PORTS, 1), own).diagnose(LOAD);

        assertThat(diagnosis.toText()).contains("ip_local_reserved_ports=8080,8081,8082 ");
    }

    @Test
    void findsTooFewPortsToOneAddress() {
        Diagnosis diagnosis = new Doctor(machine.with(SystemLimit.LOCAL_PORTS, 1_999), configuration).diagnose(LOAD);

        assertThat(tooLow(diagnosis)).containsExactly("ports to one address");
        assertThat(diagnosis.toText())
                .contains("sysctl -w net.ipv4.ip_local_port_range=\"1024 65535\"")
                .contains("sysctl -w net.ipv4.ip_local_reserved_ports=8080,8081")
                .contains("sysctl -w net.ipv4.tcp_tw_reuse=1");
    }

    @Test
    void countsPortsForAllPartnersAtOneAddress() {
        PartnerSettings today =
                PartnerSettings.of("today", "http://10.0.0.1:9001/today").build();
        PartnerSettings tomorrow =
                PartnerSettings.of("tomorrow", "http://10.0.0.1:9001/tomorrow").build();
        Configuration shared = new Configuration(ServerSettings.builder().build(), List.of(today, tomorrow), Map.of());

        Diagnosis diagnosis = new Doctor(machine, shared).diagnose(Workload.of(500, 6, ONE_SECOND));

        assertThat(finding(diagnosis, "ports to one address").needed()).isEqualTo(3000);
    }

    @Test
    void countsStreamsInPlaceOfConnectionsWithHttp2() {
        PartnerSettings many = PartnerSettings.of("many", "http://10.0.0.1:9001")
                .protocol(ProtocolChoice.H2C)
                .build();
        Configuration shared = new Configuration(ServerSettings.builder().build(), List.of(many), Map.of());

        Diagnosis fits = new Doctor(machine, shared).diagnose(Workload.of(1000, 6, ONE_SECOND));
        assertThat(finding(fits, "many: http2.connections").available()).hasValue(8000);
        assertThat(finding(fits, "many: http2.connections").needed()).isEqualTo(6000);
        assertThat(finding(fits, "ports to one address").needed()).isEqualTo(6);
        assertThat(finding(fits, "open files").needed()).isEqualTo(1000 + 6 + 200);

        Diagnosis tooMany = new Doctor(machine, shared).diagnose(Workload.of(2000, 6, ONE_SECOND));
        assertThat(tooMany.toText()).contains("partners.many.http2.connections: 12");
    }

    @Test
    void offersNoPortRangeIfNoneIsLargeEnough() {
        Diagnosis diagnosis = new Doctor(machine, configuration).diagnose(Workload.of(40_000, 6, ONE_SECOND));

        assertThat(diagnosis.toText()).contains("no port range is large enough").doesNotContain("ip_local_port_range");
    }

    @Test
    void findsATooLowListenBacklogOfTheSystem() {
        Diagnosis diagnosis = new Doctor(machine.with(SystemLimit.LISTEN_BACKLOG, 128), configuration).diagnose(LOAD);

        assertThat(tooLow(diagnosis)).containsExactly("listen backlog");
        assertThat(diagnosis.toText())
                .contains("sysctl -w net.core.somaxconn=4096")
                .doesNotContain("server.accept-backlog");
    }

    @Test
    void findsATooLowConfiguredListenBacklog() {
        Configuration small = configured(server -> server.acceptBacklog(128), "weather", "hotels", "news");

        Diagnosis diagnosis = new Doctor(machine, small).diagnose(LOAD);

        assertThat(tooLow(diagnosis)).containsExactly("listen backlog");
        assertThat(diagnosis.toText()).contains("server.accept-backlog: 4096").doesNotContain("somaxconn");
    }

    @Test
    void findsATooSmallHeap() {
        Diagnosis diagnosis = new Doctor(machine.with(SystemLimit.MAX_HEAP, 64L << 20), configuration).diagnose(LOAD);

        assertThat(tooLow(diagnosis)).containsExactly("max heap");
        assertThat(diagnosis.toText()).contains("-Xmx256m   (in config/jvm.options, or in JAVA_OPTS)");
    }

    @Test
    void findsLessMemoryThanHeap() {
        Diagnosis diagnosis = new Doctor(machine.with(SystemLimit.MEMORY, 512L << 20), configuration).diagnose(LOAD);

        assertThat(tooLow(diagnosis)).containsExactly("memory");
        assertThat(diagnosis.toText()).contains("-Xmx371m");
    }

    @Test
    void asksForMoreMemoryIfASmallerHeapIsNotEnough() {
        Diagnosis diagnosis = new Doctor(machine.with(SystemLimit.MEMORY, 192L << 20), configuration).diagnose(LOAD);

        assertThat(diagnosis.toText()).contains("a machine or a container").doesNotContain("-Xmx");
    }

    @Test
    void findsTooFewCores() {
        Workload quick = Workload.of(1000, 6, Duration.ofMillis(20));

        Diagnosis diagnosis = new Doctor(machine.with(SystemLimit.PROCESSORS, 1), configuration).diagnose(quick);

        assertThat(tooLow(diagnosis)).contains("cores");
    }

    @Test
    void findsAPoolWithFewerThreadsThanAreUtilized() {
        Configuration five = configured(server -> server.threads(5), "weather", "hotels", "news");

        Diagnosis diagnosis = new Doctor(machine, five).diagnose(Workload.of(1000, 6, Duration.ofMillis(150)));

        assertThat(tooLow(diagnosis)).contains("threads of the pool");
        assertThat(diagnosis.toText()).contains("server.threads: 6");
    }

    @Test
    void countsAThreadPerUserInTheBlockingMode() {
        Configuration blocking = configured(
                server -> server.execution(ExecutionMode.BLOCKING).threads(500), "weather", "hotels", "news");

        Diagnosis diagnosis = new Doctor(machine, blocking).diagnose(LOAD);

        assertThat(tooLow(diagnosis)).containsExactly("threads of the pool");
        assertThat(diagnosis.toText()).contains("server.threads: 1200").contains("server.execution: async");
    }

    @Test
    void countsTheStacksOfBlockingThreadsAsMemory() {
        Configuration blocking =
                configured(server -> server.execution(ExecutionMode.BLOCKING), "weather", "hotels", "news");
        FixedLimits machineOf2GiB = machine.with(SystemLimit.MEMORY, 2L << 30);

        Diagnosis large = new Doctor(machineOf2GiB, blocking).diagnose(LOAD);
        Diagnosis small = new Doctor(machineOf2GiB.with(SystemLimit.THREAD_STACK, 256L << 10), blocking).diagnose(LOAD);

        assertThat(tooLow(large)).containsExactly("memory");
        assertThat(large.toText()).contains("-Xss256k");
        assertThat(small.fits()).isTrue();
    }

    @Test
    void findsAJavaWithoutVirtualThreads() {
        Configuration virtual =
                configured(server -> server.execution(ExecutionMode.VIRTUAL), "weather", "hotels", "news");

        Diagnosis diagnosis = new Doctor(machine.with(SystemLimit.JAVA_VERSION, 17), virtual).diagnose(LOAD);

        assertThat(tooLow(diagnosis)).containsExactly("Java");
        assertThat(diagnosis.toText()).contains("JAVA_HOME of a JDK 21 or later");
    }

    @Test
    void findsTooLowLimitsOfAPartner() {
        PartnerSettings weather = PartnerSettings.of("weather", "http://10.0.0.1:9001")
                .maxConnections(2000)
                .limits(l -> l.maxQueued(1000))
                .build();
        Configuration one = new Configuration(ServerSettings.builder().build(), List.of(weather), Map.of());

        Diagnosis diagnosis = new Doctor(machine, one).diagnose(Workload.of(866, 6, ONE_SECOND));

        assertThat(tooLow(diagnosis)).containsExactly("weather: max-connections", "weather: limits.max-queued");
        assertThat(diagnosis.toText())
                .contains("partners.weather.max-connections: 5200")
                .contains("partners.weather.limits.max-queued: 3200");
    }

    @Test
    void findsTimeoutsBelowTheLatency() {
        PartnerSettings news = PartnerSettings.of("news", "http://10.0.0.1:9003")
                .timeout(Duration.ofSeconds(5))
                .attemptTimeout(ONE_SECOND)
                .build();
        ServerSettings server = ServerSettings.builder().deadline(ONE_SECOND).build();

        Diagnosis diagnosis = new Doctor(machine, new Configuration(server, List.of(news), Map.of()))
                .diagnose(Workload.of(10, 1, ONE_SECOND));

        assertThat(tooLow(diagnosis)).containsExactly("news: timeout", "deadline");
        assertThat(diagnosis.toText())
                .contains("partners.news.attempt-timeout: 1100ms")
                .contains("server.deadline: 1100ms")
                .doesNotContain("partners.news.timeout:");
    }

    @Test
    void unknownLimitsAreNotTooLow() {
        Diagnosis diagnosis = new Doctor(FixedLimits.none(), configuration).diagnose(LOAD);

        assertThat(diagnosis.fits()).isTrue();
        assertThat(finding(diagnosis, "open files").verdict()).isEqualTo("unknown");
        assertThat(diagnosis.toText()).contains("unknown");
        assertThat(diagnosis.toJson()).contains("\"available\" : null");
    }

    @Test
    void findsTheLargestWorkloadAndItsLimits() {
        Doctor doctor = new Doctor(machine.with(SystemLimit.OPEN_FILES, 6_500), configuration);

        assertThat(doctor.diagnose(LOAD).largest())
                .isEqualTo(new Diagnosis.Largest(900, List.of("open files"), List.of()));
        assertThat(doctor.diagnose(LOAD.withUsers(900)).fits()).isTrue();
        assertThat(doctor.diagnose(LOAD.withUsers(901)).fits()).isFalse();
    }

    @Test
    void listsWhatIsTooLowForAnyNumberOfUsers() {
        Doctor doctor = new Doctor(
                machine.with(SystemLimit.OPEN_FILES, 6_500).with(SystemLimit.MEMORY, 1L << 20), configuration);

        Diagnosis diagnosis = doctor.diagnose(LOAD);

        assertThat(diagnosis.largest()).isEqualTo(new Diagnosis.Largest(900, List.of("open files"), List.of("memory")));
        assertThat(diagnosis.toText()).contains("900 concurrent users", "Fix first: memory.");
    }

    @Test
    void findsNoMaximumIfNoLimitIsKnown() {
        Configuration unbounded =
                configured(server -> server.threads(Integer.MAX_VALUE).acceptBacklog(Integer.MAX_VALUE));

        assertThat(new Doctor(FixedLimits.none(), unbounded).diagnose(LOAD).toText())
                .contains("no known limit applies");
    }

    private static Configuration configured(Consumer<ServerSettings.Builder> change, String... partners) {
        ServerSettings.Builder server = ServerSettings.builder();
        change.accept(server);
        List<PartnerSettings> settings = Arrays.stream(partners)
                .map(name -> PartnerSettings.of(name, "http://" + name + ".example:9001")
                        .build())
                .toList();
        return new Configuration(server.build(), settings, Map.of());
    }

    private static List<String> tooLow(Diagnosis diagnosis) {
        return diagnosis.findings().stream()
                .filter(Finding::isTooLow)
                .map(Finding::check)
                .toList();
    }

    private static Finding finding(Diagnosis diagnosis, String check) {
        return diagnosis.findings().stream()
                .filter(finding -> finding.check().equals(check))
                .findFirst()
                .orElseThrow();
    }
}
