package dev.medley.partner.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.partner.EndpointUrl;
import dev.medley.partner.PartnerSettings;
import dev.medley.partner.internal.policy.AttemptResult;
import dev.medley.partner.internal.policy.AttemptResult.Kind;
import dev.medley.partner.internal.policy.AttemptResult.Phase;
import dev.medley.partner.internal.policy.AttemptResult.Sent;
import java.util.AbstractList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

class PowerOfTwoChoicesTest {

    private static final AttemptResult DONE =
            new AttemptResult(Kind.COMPLETED, Sent.YES, Phase.RESPONDING, false, 200, 1);

    private final IntUnaryOperator random = new Random(42)::nextInt;
    private final EndpointChooser chooser = new PowerOfTwoChoices(random);

    @Test
    void ofTheTwoThatAreDrawnTheOneWithFewerOutstandingIsChosen() {
        List<Endpoint> two = endpoints(EndpointUrl.of("http://a"), EndpointUrl.of("http://b"));
        two.get(0).attemptStarted();
        for (int i = 0; i < 100; i++) {
            assertThat(chooser.choose(two)).isSameAs(two.get(1));
        }
        two.get(0).attemptEnded(DONE, 0);
        two.get(1).attemptStarted();
        assertThat(chooser.choose(two)).isSameAs(two.get(0));
    }

    @Test
    void theSlowestOfManyIsNeverChosen() {
        List<Endpoint> three =
                endpoints(EndpointUrl.of("http://a"), EndpointUrl.of("http://b"), EndpointUrl.of("http://c"));
        three.get(2).attemptStarted();
        assertThat(chosen(three, 1000)).doesNotContainKey(three.get(2));
    }

    @Test
    void withoutLoadEachIsChosenInProportionToItsWeight() {
        List<Endpoint> three = endpoints(
                EndpointUrl.of("http://a"),
                EndpointUrl.of("http://b").weight(3),
                EndpointUrl.of("http://c").weight(6));
        Map<Endpoint, Integer> times = chosen(three, 10_000);
        assertThat(times.get(three.get(0))).isCloseTo(1000, within(150));
        assertThat(times.get(three.get(1))).isCloseTo(3000, within(250));
        assertThat(times.get(three.get(2))).isCloseTo(6000, within(250));
    }

    @Test
    void underLoadTheOutstandingAttemptsFollowTheWeights() {
        List<Endpoint> two =
                endpoints(EndpointUrl.of("http://a"), EndpointUrl.of("http://b").weight(3));
        for (int i = 0; i < 400; i++) {
            chooser.choose(two).attemptStarted();
        }
        assertThat(two.get(0).outstanding()).isCloseTo(100, within(2));
        assertThat(two.get(1).outstanding()).isCloseTo(300, within(2));
    }

    @Test
    void theZoneIsPreferredWhileItHasAny() {
        EndpointChooser inZone = new ZonePreference("b", chooser);
        List<Endpoint> three = endpoints(
                EndpointUrl.of("http://a").zone("a"),
                EndpointUrl.of("http://b").zone("b"),
                EndpointUrl.of("http://c").zone("b"));
        for (int i = 0; i < 100; i++) {
            assertThat(inZone.choose(three).zone()).isEqualTo("b");
        }
        assertThat(inZone.choose(three.subList(0, 1))).isSameAs(three.get(0));
    }

    /** As a new answer of DNS has them. */
    @Test
    void weightsMayChangeDuringTheChoice() {
        List<Endpoint> two = endpoints(EndpointUrl.of("http://a"), EndpointUrl.of("http://b"));
        EndpointChooser late = new PowerOfTwoChoices(bound -> {
            two.forEach(endpoint -> endpoint.use(new Place(endpoint.address(), 5, 0)));
            assertThat(bound).isPositive();
            return 0;
        });

        assertThat(late.choose(two)).isSameAs(two.get(0));
    }

    @Test
    void prioritiesMayChangeDuringTheChoice() {
        List<Endpoint> two = endpoints(EndpointUrl.of("http://a"), EndpointUrl.of("http://b"));
        EndpointChooser first = new PriorityPreference(admitting -> admitting.get(0));

        assertThat(first.choose(new Falling(two))).isSameAs(two.get(0));
    }

    /** Endpoints of which each has a lower priority once it was looked at. */
    private static final class Falling extends AbstractList<Endpoint> {

        private final List<Endpoint> endpoints;

        Falling(List<Endpoint> endpoints) {
            this.endpoints = endpoints;
        }

        @Override
        public Endpoint get(int index) {
            Endpoint endpoint = endpoints.get(index);
            endpoint.use(new Place(endpoint.address(), 1, endpoint.priority() + 1));
            return endpoint;
        }

        @Override
        public int size() {
            return endpoints.size();
        }
    }

    private Map<Endpoint, Integer> chosen(List<Endpoint> among, int times) {
        Map<Endpoint, Integer> counts = new HashMap<>();
        for (int i = 0; i < times; i++) {
            counts.merge(chooser.choose(among), 1, Integer::sum);
        }
        return counts;
    }

    /** Of a broker that is not started. */
    private static List<Endpoint> endpoints(EndpointUrl... urls) {
        return DefaultBroker.builder()
                .partner(PartnerSettings.of("shop", urls).build())
                .build()
                .partner("shop")
                .endpoints();
    }
}
