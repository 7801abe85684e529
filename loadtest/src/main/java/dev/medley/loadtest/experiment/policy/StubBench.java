package dev.medley.loadtest.experiment.policy;

import dev.medley.loadtest.experiment.server.ExecutionMode;
import dev.medley.loadtest.experiment.server.PartnerProtocol;
import dev.medley.loadtest.experiment.server.ServerUnderTest;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.StubAnswer;
import java.util.Map;
import java.util.function.Supplier;

/** A bench whose one partner runs in this process, so that its answers can depend on the time or on chance. */
abstract class StubBench<R> implements PolicyExperiment.Bench<R> {

    private static final int MAX_CONNECTIONS = 2_000;

    private final String settings;
    private final PartnerStubs partner;

    /**
     * Starts the partner.
     *
     * @param settings those of the policy, as lines of the partner's configuration
     * @param answer to a request that comes now; asked by several threads
     */
    StubBench(String settings, Supplier<StubAnswer> answer) {
        this.settings = settings;
        partner = PartnerStubs.builder()
                .recorded(0)
                .answer("GET", "/partner/{i}", request -> answer.get())
                .start();
    }

    /** The requests that have reached the partner. */
    final long requests() {
        return partner.requests();
    }

    @Override
    public final String configuration() {
        return ServerUnderTest.configuration(
                        ExecutionMode.ASYNC,
                        PartnerProtocol.AUTO,
                        Map.of("partner", partner.uri().toString()),
                        MAX_CONNECTIONS)
                + settings.indent(4);
    }

    @Override
    public final void close() {
        partner.close();
    }
}
