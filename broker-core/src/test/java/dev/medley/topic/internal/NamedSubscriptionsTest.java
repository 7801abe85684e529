package dev.medley.topic.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.topic.Position;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What clients have acknowledged is kept by caller and name. */
class NamedSubscriptionsTest {

    private final NamedSubscriptions named = new NamedSubscriptions();

    @Test
    void whatIsAcknowledgedIsKeptForItsCallerNameAndSubjects() {
        named.acknowledge(name("anna", "orders"), new Position("e", 7));
        assertThat(named.acknowledged(name("anna", "orders"))).isEqualTo(new Position("e", 7));
        assertThat(named.acknowledged(name("anna", "others"))).isNull();
        assertThat(named.acknowledged(name("bob", "orders"))).isNull();
        assertThat(named.acknowledged(new NamedSubscriptions.Name("anna", "orders", "t.a")))
                .isNull();
    }

    @Test
    void anAcknowledgementNeverGoesBackButForAnotherEpoch() {
        named.acknowledge(name("anna", "orders"), new Position("e", 7));
        named.acknowledge(name("anna", "orders"), new Position("e", 3));
        assertThat(named.acknowledged(name("anna", "orders"))).isEqualTo(new Position("e", 7));
        named.acknowledge(name("anna", "orders"), new Position("f", 1));
        assertThat(named.acknowledged(name("anna", "orders"))).isEqualTo(new Position("f", 1));
    }

    @Test
    void ofTooManyNamesOfACallerTheLeastRecentlyUsedIsForgotten() {
        for (int i = 0; i < 100; i++) {
            named.acknowledge(name("anna", "n" + i), new Position("e", i));
        }
        named.acknowledge(name("bob", "n0"), new Position("e", 1));
        assertThat(named.acknowledged(name("anna", "n0"))).isNotNull();
        named.acknowledge(name("anna", "one more"), new Position("e", 1));
        assertThat(named.acknowledged(name("anna", "n0"))).isNotNull();
        assertThat(named.acknowledged(name("anna", "n1"))).isNull();
        assertThat(named.acknowledged(name("bob", "n0"))).isNotNull();
    }

    @Test
    void theSessionThatComesLastTakesTheSubscriptionOver() {
        List<String> ended = new ArrayList<>();
        Runnable first = () -> ended.add("first");
        Runnable second = () -> ended.add("second");
        named.begin(name("anna", "orders"), first);
        named.begin(name("bob", "orders"), () -> ended.add("other"));
        named.begin(name("anna", "orders"), second);
        assertThat(ended).containsExactly("first");
        named.end(name("anna", "orders"), first);
        named.begin(name("anna", "orders"), first);
        assertThat(ended).containsExactly("first", "second");
        named.end(name("anna", "orders"), first);
        named.begin(name("anna", "orders"), second);
        assertThat(ended).hasSize(2);
    }

    private static NamedSubscriptions.Name name(String caller, String name) {
        return new NamedSubscriptions.Name(caller, name, "t.>");
    }
}
