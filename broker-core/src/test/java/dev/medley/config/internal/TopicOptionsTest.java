package dev.medley.config.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.config.internal.topic.TopicOptions;
import dev.medley.topic.Delivery;
import dev.medley.topic.SlowClients;
import dev.medley.topic.TopicSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The section {@code topics}, as the configuration has it. */
class TopicOptionsTest {

    private static List<TopicOptions> read(String topics) {
        return Given.READER
                .parse("medley.yaml", "topics: " + topics, Map.of(), Map.of())
                .topics();
    }

    @Test
    void aTopicIsOneLineAndNobodyMayAnythingUnlessItSaysSo() {
        TopicOptions topic = read("{prices: {}}").get(0);
        assertThat(topic.settings()).isEqualTo(TopicSettings.builder("prices").build());
        assertThat(topic.settings().name()).isEqualTo("prices");
        assertThat(topic.settings().isPublic()).isFalse();
        assertThat(topic.subscribe()).isNull();
        assertThat(topic.publish()).isNull();
        assertThat(read("{prices: {public: true}}").get(0).settings().isPublic())
                .isTrue();
    }

    @Test
    void eachKeyHasItsAccessor() {
        TopicOptions topic = read("{prices: {deliver: latest, messages: 7, bytes: 1MiB, age: 1h, max-message: 1KiB,"
                        + " slow-clients: disconnect, write-timeout: 3s, id-window: 0s, subscribe: {anybody: true},"
                        + " publish: {anybody: true}}}")
                .get(0);
        assertThat(topic.settings())
                .isEqualTo(TopicSettings.builder("prices")
                        .deliver(Delivery.LATEST)
                        .messages(7)
                        .bytes(1 << 20)
                        .age(Duration.ofHours(1))
                        .maxMessage(1024)
                        .slowClients(SlowClients.DISCONNECT)
                        .writeTimeout(Duration.ofSeconds(3))
                        .idWindow(Duration.ZERO)
                        .build());
        assertThat(topic.settings().deliver()).isEqualTo(Delivery.LATEST);
        assertThat(topic.settings().messages()).isEqualTo(7);
        assertThat(topic.settings().bytes()).isEqualTo(1 << 20);
        assertThat(topic.settings().age()).isEqualTo(Duration.ofHours(1));
        assertThat(topic.settings().maxMessage()).isEqualTo(1024);
        assertThat(topic.settings().slowClients()).isEqualTo(SlowClients.DISCONNECT);
        assertThat(topic.settings().writeTimeout()).isEqualTo(Duration.ofSeconds(3));
        assertThat(topic.settings().idWindow()).isZero();
        assertThat(topic.subscribe()).isNotNull();
        assertThat(topic.publish()).isNotNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {Prices: {}}                         | topics.Prices
                    {a.b: {}}                            | topics.a.b
                    {a: {deliver: some}}                 | topics.a.deliver: 'some' is not a kind of delivery
                    {a: {messages: 0}}                   | topics.a.messages: '0' is out of range
                    {a: {subscribe: {scopes: [x]}}}      | topics.a.subscribe: nobody could be known
                    {a: {publish: {roles: [x]}}}         | topics.a.publish: nobody could be known
                    {a: {public: true, subscribe: {anybody: true}}} | topics.a.public: is true beside a rule of subscribers; expected one of them
                    {a: {interval: 1s}}                  | topics.a.interval: has no effect; expected deliver: latest as well
                    {a: {subscribe: {anybody: true, subjects: [b.x]}}} | topics.a.subscribe.subjects
                    {a: {subscribe: {anybody: true, subjects: ['a.{x}']}}} | topics.a.subscribe.subjects
                    {a: {subscribe: {anybody: true, ask: {partner: p}}}} | topics.a.subscribe.ask: expected both keys, partner and target
                    {a: {subscribe: {anybody: true, ask: {partner: p, target: /may}}}} | topics.a.subscribe.ask.partner: no partner is named 'p'
                    {a: {pubic: true}}                   | topics.a.pubic: unknown key; did you mean topics.a.public?
                    """)
    void whatIsWrongIsNamedWithItsKey(String topics, String problem) {
        assertThatThrownBy(() -> read(topics)).hasMessageContaining(problem);
    }
}
