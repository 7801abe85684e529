package dev.medley.loadtest.attack;

import dev.medley.loadtest.attack.connection.Attack;
import dev.medley.loadtest.attack.connection.AttackLoop;
import dev.medley.loadtest.attack.way.Targets;
import dev.medley.loadtest.driver.LoadDriver;
import dev.medley.loadtest.driver.plan.LoadPlan;
import dev.medley.loadtest.driver.plan.LoadTrust;
import dev.medley.loadtest.driver.plan.Phase;
import dev.medley.loadtest.driver.result.PhaseResult;
import dev.medley.loadtest.experiment.server.LoggedProcess;
import dev.medley.loadtest.experiment.server.Partners;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.experiment.server.Taskset;
import dev.medley.stubs.tls.CertificateAuthority;
import dev.medley.stubs.tls.CertificateRequest;
import dev.medley.stubs.tls.IssuedCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A server on one core; partners, attacker and other clients on the others. The attacker has the lowest priority there. The server is
 * started again after an attack that has ended it, or has left something behind.
 */
final class AttackBench implements AutoCloseable {

    private static final double PER_SECOND = 50;
    private static final Duration IN_TIME = Duration.ofSeconds(1);
    private static final Duration UNMEASURED = Duration.ofSeconds(5);
    /** The deadline of mashups and some seconds: a client that leaves behind a body that is not read is not seen before. */
    private static final Duration GIVES_BACK_WITHIN = Duration.ofSeconds(65);

    private static final long BETWEEN_LOOKS = 200;
    private static final List<String> NICE = List.of("nice", "-n", "19");

    private final Setup setup;
    private final Optional<Taskset> taskset;
    private final Partners partners;
    private final CertificateAuthority authority;
    private final IssuedCertificate certificate;
    private @Nullable AttackServer server;
    private boolean secure;
    private Footprint before = Footprint.UNKNOWN;
    private int servers;

    private AttackBench(Setup setup, Optional<Taskset> taskset, Partners partners, CertificateAuthority authority) {
        this.setup = setup;
        this.taskset = taskset;
        this.partners = partners;
        this.authority = authority;
        this.certificate = authority.issue(CertificateRequest.forHosts("localhost", "127.0.0.1"));
    }

    /** Starts the partners. All that this process starts from now on is on the other cores, but for the server. */
    static AttackBench start(Setup setup) throws IOException, InterruptedException {
        Optional<Taskset> taskset = Taskset.find();
        if (taskset.isPresent()) {
            taskset.get()
                    .holdProcess(ProcessHandle.current().pid(), taskset.get().others());
        } else {
            setup.progress().note("taskset (util-linux) or a second core is missing: the server is not pinned");
        }
        Path certificates = Files.createTempDirectory(setup.logs(), "certificates");
        return new AttackBench(
                setup,
                taskset,
                Partners.start(setup, List.of(Duration.ZERO)),
                CertificateAuthority.create(certificates, "Attacks"));
    }

    boolean isPinned() {
        return taskset.isPresent();
    }

    /**
     * Carries out one attack.
     *
     * @param measured the time in which others are counted
     */
    AttackResult run(Attack attack, Duration measured) throws IOException, InterruptedException {
        AttackServer attacked = server(attack.way().needsTls());
        List<String> troubleBefore = attacked.trouble();
        Seen seen = attack(attack, attacked, measured);
        Footprint after = attacked.isAlive() ? rest(attacked) : Footprint.UNKNOWN;
        List<String> trouble = new ArrayList<>(attacked.trouble());
        trouble.subList(0, troubleBefore.size()).clear();
        boolean alive = attacked.isAlive();
        AttackResult result = new AttackResult(
                attack,
                alive,
                seen.others().started(),
                seen.others().succeeded(),
                seen.others().corrected().maxMillis(),
                before,
                seen.most(),
                after,
                seen.cpuPercent(),
                seen.attacker(),
                trouble);
        if (!alive || !AttackResult.left(before, after).isEmpty()) {
            stop();
        }
        return result;
    }

    /** What was seen during the attack. */
    private record Seen(PhaseResult others, Footprint most, double cpuPercent, AttackLoop.Totals attacker) {}

    private Seen attack(Attack attack, AttackServer attacked, Duration measured)
            throws IOException, InterruptedException {
        try (ServerWatch watch = ServerWatch.start(attacked);
                LoggedProcess attacker = attacker(attack, attacked)) {
            attacker.await(AttackerLine.PATTERN);
            PhaseResult others =
                    LoadDriver.run(others(attacked, measured), progress -> {}).total();
            double cpu = watch.cpuPercent();
            Footprint most = attacked.isAlive() ? watch.most().most(attacked.footprint()) : watch.most();
            return new Seen(others, most, cpu, AttackerLine.last(Files.readString(attacker.log())));
        }
    }

    private static LoadPlan others(AttackServer attacked, Duration measured) {
        return attacked.plan()
                .open(Phase.ofRate(PER_SECOND, measured))
                .warmUp(UNMEASURED)
                .timeout(IN_TIME)
                .build();
    }

    /** Returns a server that has what it had before all attacks, or is new. */
    private AttackServer server(boolean tls) throws IOException, InterruptedException {
        AttackServer running = server;
        if (running != null && tls == secure) {
            return running;
        }
        stop();
        servers++;
        String partner = partners.urls().values().iterator().next();
        String configuration = tls
                ? Targets.configuration(
                        partner,
                        certificate.chain().toString(),
                        certificate.key().toString())
                : Targets.configuration(partner);
        List<String> pinning =
                taskset.map(tool -> List.of("taskset", "-c", tool.first())).orElse(List.of());
        AttackServer started = AttackServer.start(
                setup, "server-" + servers, configuration, pinning, LoadTrust.authoritiesOf(authority.certificate()));
        server = started;
        secure = tls;
        before = started.footprint();
        return started;
    }

    private LoggedProcess attacker(Attack attack, AttackServer attacked) throws IOException {
        List<String> command = new ArrayList<>(NICE);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path")));
        command.add(Attacker.class.getName());
        command.addAll(List.of(
                attack.name(),
                Integer.toString(attacked.port()),
                authority.certificate().toString()));
        return LoggedProcess.start("attacker-" + attack.name(), setup, new ProcessBuilder(command));
    }

    /** Waits until the server has given back what the attack took, for some seconds. */
    private Footprint rest(AttackServer attacked) throws IOException, InterruptedException {
        long end = System.nanoTime() + GIVES_BACK_WITHIN.toNanos();
        while (!AttackResult.left(before, attacked.shallow().live(before.liveMegabytes()))
                        .isEmpty()
                && System.nanoTime() - end < 0) {
            Thread.sleep(BETWEEN_LOOKS);
        }
        return attacked.isAlive() ? attacked.footprint() : Footprint.UNKNOWN;
    }

    private void stop() {
        AttackServer running = server;
        if (running != null) {
            running.close();
            server = null;
        }
    }

    @Override
    public void close() {
        stop();
        partners.close();
    }
}
