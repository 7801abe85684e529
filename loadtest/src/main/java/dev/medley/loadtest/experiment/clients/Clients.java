package dev.medley.loadtest.experiment.clients;

import dev.medley.loadtest.experiment.server.Experiment;
import dev.medley.loadtest.experiment.server.Partners;
import dev.medley.loadtest.experiment.server.ProgramProcess;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.report.Progress;
import dev.medley.loadtest.report.Report;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Medley's broker beside HTTP clients of others (paper, section 4.1): bursts of requests at once, by each client in a
 * process of its own, which have their turns in every round.
 */
public final class Clients implements Experiment {

    private static final int WARM_BURST = 1_000;
    private static final int WARM_BURSTS = 10;
    private static final int LOOKS_AT_HEAP = 3;
    /** The longest command is ten bursts of requests that all run into their time-out. */
    private static final Duration ANSWERS_WITHIN = Duration.ofMinutes(12);

    private final ClientsPlan plan;

    public Clients(ClientsPlan plan) {
        this.plan = plan;
    }

    @Override
    public Report run(Setup setup) throws IOException, InterruptedException {
        ClientResults results = new ClientResults();
        Map<ClientLibrary, ProgramProcess> running = new EnumMap<>(ClientLibrary.class);
        try (Partners partners = Partners.start(setup, Collections.nCopies(plan.partners(), Duration.ZERO))) {
            try {
                for (ClientLibrary client : plan.clients()) {
                    running.put(client, start(setup, client, partners));
                }
                warm(setup, running);
                measure(setup, running, results);
            } finally {
                running.values().forEach(ProgramProcess::close);
            }
        }
        return ClientsReport.of(setup, plan, results);
    }

    private ProgramProcess start(Setup setup, ClientLibrary client, Partners partners)
            throws IOException, InterruptedException {
        List<String> arguments = List.of(
                "--partners",
                String.join(",", partners.urls().values()),
                "--max-requests",
                Integer.toString(plan.largest()),
                "--protocol",
                plan.protocol());
        return ProgramProcess.start(
                client.shortName(),
                client.command(setup, arguments),
                setup.logs().resolve("client-" + client.shortName() + ".log"),
                ANSWERS_WITHIN);
    }

    private void warm(Setup setup, Map<ClientLibrary, ProgramProcess> running)
            throws IOException, InterruptedException {
        int size = Math.min(WARM_BURST, plan.largest());
        try (Progress.Task task = setup.progress().task("warm-up", running.size())) {
            for (ProgramProcess client : running.values()) {
                client.command("connect");
                double cpuMillis = 0;
                while (cpuMillis < plan.warmUp().toMillis()) {
                    BurstFigures bursts = BurstFigures.of(client.command("burst %d 0 %d".formatted(size, WARM_BURSTS)));
                    if (!(bursts.errors() < bursts.requests())) {
                        throw new IOException("no request of the warm-up succeeded: " + bursts.failures());
                    }
                    cpuMillis += bursts.cpuMillis();
                }
                client.command("connect");
                client.command(burst(plan.largest(), BurstKind.OPENING));
                client.command("disconnect");
                task.advance(1);
            }
        }
    }

    private void measure(Setup setup, Map<ClientLibrary, ProgramProcess> running, ClientResults results)
            throws IOException, InterruptedException {
        try (Progress.Task task = setup.progress().task("bursts", plan.steps())) {
            for (int round = 0; round < plan.rounds() + plan.heapRounds(); round++) {
                for (int size : plan.sizes()) {
                    for (ClientLibrary client : plan.inRound(round)) {
                        ProgramProcess process = Objects.requireNonNull(running.get(client));
                        if (round < plan.rounds()) {
                            measureBursts(client, process, size, results);
                        } else {
                            results.add(client, size, heap(process, size));
                        }
                        task.advance(1);
                    }
                }
            }
        }
    }

    private void measureBursts(ClientLibrary client, ProgramProcess process, int size, ClientResults results)
            throws IOException, InterruptedException {
        process.command("connect");
        for (BurstKind kind : BurstKind.values()) {
            results.add(client, size, kind, BurstFigures.of(process.command(burst(size, kind))));
        }
        process.command("disconnect");
    }

    private String burst(int size, BurstKind kind) {
        long delay = kind == BurstKind.IMMEDIATE ? 0 : plan.delay().toMillis();
        return "burst %d %d %d".formatted(size, delay, plan.times(size, kind));
    }

    /** Looks at the heap, again with a longer delay where that did not last until all requests were sent. */
    private HeapFigures heap(ProgramProcess process, int size) throws IOException, InterruptedException {
        long delay = plan.heapDelay().toMillis();
        HeapFigures figures = new HeapFigures(0, Double.NaN, Double.NaN);
        for (int i = 0; i < LOOKS_AT_HEAP && figures.waiting() < size; i++) {
            process.command("connect");
            figures = HeapFigures.of(process.command("heap %d %d".formatted(size, delay << i)));
            process.command("disconnect");
        }
        return figures;
    }
}
