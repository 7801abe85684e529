package dev.medley.server.internal.admin.jmx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.server.internal.admin.ManualClock;
import dev.medley.topic.TopicSettings;
import dev.medley.topic.internal.SessionKind;
import dev.medley.topic.internal.TopicSet;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

class TopicsRegistrationTest {

    private static final String TOPICS = "dev.medley:type=Topics";

    private final ManualClock clock = new ManualClock();
    private final TopicSet topics = new TopicSet("e", 1 << 20, clock);
    /** What another library may have made. */
    private final MBeanServer other = MBeanServerFactory.newMBeanServer();

    private final List<MBeanServer> servers = new ArrayList<>(List.of(other));

    @Test
    void theBeanIsThereOnceJmxIsInUse() throws Exception {
        topics.apply(List.of(TopicSettings.builder("prices").build()));
        topics.counts().sessionBegun(SessionKind.EVENTS);
        topics.counts().sessionBegun(SessionKind.WEBSOCKET);
        MBeanServer platform;
        try (TopicsRegistration registration = registration()) {
            assertThat(registration).isNotNull();
            second();
            assertThat(other.isRegistered(new ObjectName(TOPICS))).isFalse();
            platform = platform();
            second();
            assertThat(value(platform, TOPICS, "ConnectedSessions")).isEqualTo(2);
            assertThat(value(platform, TOPICS, "OutPublishMessagesPerSecond")).isEqualTo(0L);
            for (int i = 0; i < 10; i++) {
                topics.counts().delivered(50);
                second();
            }
            assertThat(value(platform, TOPICS, "OutPublishMessagesPerSecond")).isEqualTo(50L);
        }
        assertThat(platform.isRegistered(new ObjectName(TOPICS))).isFalse();
    }

    @Test
    void aSecondServerHasABeanOfItsOwn() throws Exception {
        topics.apply(List.of(TopicSettings.builder("prices").build()));
        MBeanServer platform = platform();
        try (TopicsRegistration first = registration();
                TopicsRegistration second = registration()) {
            second();
            assertThat(platform.isRegistered(new ObjectName(TOPICS))).isTrue();
            assertThat(platform.isRegistered(new ObjectName(TOPICS + ",instance=2")))
                    .isTrue();
            assertThat(first).isNotSameAs(second);
        }
        assertThat(platform.queryNames(new ObjectName("dev.medley:*"), null)).isEmpty();
    }

    @Test
    void aServerWithoutTopicsHasNone() throws Exception {
        MBeanServer platform = platform();
        try (TopicsRegistration registration = registration()) {
            second();
            assertThat(platform.isRegistered(new ObjectName(TOPICS))).isFalse();
            topics.apply(List.of(TopicSettings.builder("prices").build()));
            second();
            assertThat(platform.isRegistered(new ObjectName(TOPICS))).isTrue();
            assertThat(registration).isNotNull();
        }
    }

    private TopicsRegistration registration() {
        TopicsRegistration registration = new TopicsRegistration(topics, clock, Runnable::run, () -> servers);
        registration.start();
        return registration;
    }

    private void second() {
        clock.pass(Duration.ofSeconds(1));
    }

    /** Returns a server of beans like the platform's, which is there from now on. */
    private MBeanServer platform() throws JMException {
        MBeanServer platform = MBeanServerFactory.newMBeanServer();
        platform.registerMBean(ManagementFactory.getRuntimeMXBean(), new ObjectName("java.lang:type=Runtime"));
        servers.add(platform);
        return platform;
    }

    private static Object value(MBeanServer server, String bean, String attribute) throws JMException {
        return server.getAttribute(new ObjectName(bean), attribute);
    }
}
