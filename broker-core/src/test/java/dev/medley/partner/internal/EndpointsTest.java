package dev.medley.partner.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.internal.address.Address;
import dev.medley.connection.internal.pool.ConnectionPool;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.partner.EjectionSettings;
import dev.medley.partner.EndpointUrl;
import dev.medley.partner.PartnerSettings;
import dev.medley.partner.internal.health.Ejection;
import dev.medley.partner.internal.health.EjectionState;
import dev.medley.partner.internal.health.Ejections;
import dev.medley.partner.internal.health.Verdict;
import dev.medley.partner.internal.limit.AdmissionStage;
import dev.medley.partner.internal.policy.AttemptResult;
import dev.medley.partner.internal.policy.AttemptResult.Kind;
import dev.medley.partner.internal.policy.AttemptResult.Phase;
import dev.medley.partner.internal.policy.AttemptResult.Sent;
import dev.medley.thread.internal.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The choice among endpoints while other threads choose, too. */
class EndpointsTest {

    private static final Duration EJECTED = Duration.ofSeconds(10);
    private static final EjectionSettings SETTINGS = EjectionSettings.builder()
            .consecutiveFaults(1)
            .excessFaultRate(0)
            .interval(Duration.ofSeconds(5))
            .minAttempts(10)
            .duration(EJECTED)
            .maxShare(50)
            .build();

    private static final AttemptResult DONE =
            new AttemptResult(Kind.COMPLETED, Sent.YES, Phase.RESPONDING, false, 200, 1);

    private final ManualClock clock = ManualClock.inline();
    private final List<Integer> capacities = new ArrayList<>();
    private Runnable meanwhile = () -> {};
    private final Endpoints endpoints = new Endpoints(this::chooseLate, 50);
    private final Ejections ejections = new Ejections(SETTINGS, clock, endpoints::reportCapacity);

    @Test
    void anAttemptThatLosesTheTrialOfTheOnlyFitEndpointGoesToOneThatIsNotFit() {
        Endpoint ejected = endpoint("a", ejections.add("a"), List.of());
        Endpoint pausing = endpoint("b", ejections.add("b"), List.of(new Refusal()));
        endpoints.replace(List.of(ejected, pausing));
        eject(ejected);
        clock.advance(EJECTED);
        meanwhile = () -> endpoints.choose(null);

        assertThat(endpoints.choose(null)).isSameAs(ejected);
        assertThat(ejected.ejection()).extracting(Ejection::state).isEqualTo(EjectionState.ON_TRIAL);
    }

    @Test
    void anAttemptIsNotRefusedAsTheAddressesChangeWhileItChooses() {
        Endpoint one = endpoint("a", ejections.add("a"), List.of());
        Endpoint other = endpoint("b", ejections.add("b"), List.of());
        Endpoint next = endpoint("c", ejections.add("c"), List.of());
        endpoints.replace(List.of(one, other));
        meanwhile = () -> {
            endpoints.replace(List.of(next));
            one.remove();
            other.remove();
        };

        assertThat(endpoints.choose(null)).isSameAs(next);
    }

    @Test
    void anEndpointWhoseTrialIsDueHasNoCapacityYet() {
        Endpoint ejected = endpoint("a", ejections.add("a"), List.of());
        Endpoint used = endpoint("b", ejections.add("b"), List.of());
        endpoints.replace(List.of(ejected, used));
        ejected.capacity(10);
        used.capacity(10);
        endpoints.onCapacity(capacities::add);
        assertThat(capacities).last().isEqualTo(20);
        eject(ejected);
        assertThat(capacities).last().isEqualTo(10);

        clock.advance(EJECTED);
        // As after a change of the capacity of any endpoint.
        endpoints.reportCapacity();
        assertThat(capacities).last().isEqualTo(10);

        assertThat(endpoints.choose(used)).isSameAs(ejected);
        ejected.attemptStarted();
        ejected.attemptEnded(DONE, 0);
        assertThat(capacities).last().isEqualTo(20);
    }

    /** Two of three are broken: of those of a priority, too few are left, and the next one takes their place. */
    @Test
    void thePriorityOfWhichTooFewAreFitIsReplacedByTheNext() {
        Ejections allButOne = new Ejections(
                EjectionSettings.builder()
                        .consecutiveFaults(1)
                        .duration(EJECTED)
                        .maxShare(100)
                        .build(),
                clock,
                endpoints::reportCapacity);
        Endpoint one = endpoint("a", 0, allButOne.add("a"), List.of());
        Endpoint other = endpoint("b", 0, allButOne.add("b"), List.of());
        Endpoint next = endpoint("c", 10, allButOne.add("c"), List.of());
        endpoints.replace(List.of(one, other, next));
        assertThat(endpoints.choose(null)).isSameAs(one);

        eject(one);
        eject(other);
        assertThat(endpoints.choose(null)).isSameAs(next);
    }

    private static void eject(Endpoint endpoint) {
        Ejection ejection = endpoint.ejection();
        assertThat(ejection).isNotNull();
        ejection.ended(Verdict.FAULT);
        assertThat(ejection.state()).isEqualTo(EjectionState.EJECTED);
    }

    /** Chooses the first, after another thread has done its work, which it does once. */
    private Endpoint chooseLate(List<Endpoint> admitting) {
        Runnable now = meanwhile;
        meanwhile = () -> {};
        now.run();
        return admitting.get(0);
    }

    private Endpoint endpoint(String host, Ejection ejection, List<AdmissionStage<AttemptResult>> stages) {
        return endpoint(host, 0, ejection, stages);
    }

    private Endpoint endpoint(
            String host, int priority, Ejection ejection, List<AdmissionStage<AttemptResult>> stages) {
        EndpointUrl url = EndpointUrl.of("http://" + host);
        return new Endpoint(
                new Place(Address.of(url.url()), 1, priority), "", pool(url), stages, Set.of(), null, ejection, null);
    }

    /** Of a broker that is not started. */
    private static ConnectionPool pool(EndpointUrl url) {
        return DefaultBroker.builder()
                .partner(PartnerSettings.of("shop", url).build())
                .build()
                .partner("shop")
                .endpoints()
                .get(0)
                .connections();
    }

    /** As an endpoint that asks for a pause. */
    private static final class Refusal implements AdmissionStage<AttemptResult> {

        @Override
        public boolean admits() {
            return false;
        }

        @Override
        public void onEnded(AttemptResult result) {}
    }
}
