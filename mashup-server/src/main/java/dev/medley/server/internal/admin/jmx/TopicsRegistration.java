package dev.medley.server.internal.admin.jmx;

import dev.medley.thread.internal.Clock;
import dev.medley.thread.internal.RepeatedLook;
import dev.medley.topic.internal.TopicSet;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Registers the bean of topics once JMX is in use: it looks for the platform's server of beans once a second, and never makes one, since
 * that would cost each start. The JVM makes it for {@code com.sun.management.jmxremote}, and for JConsole, VisualVM and
 * {@code jcmd ManagementAgent.start}, which may come at any time. Looks are made one at a time.
 */
public final class TopicsRegistration implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(TopicsRegistration.class);
    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final String NAME = "dev.medley:type=Topics";
    /** Servers of one JVM that have a bean each. */
    private static final int MOST = 100;

    private final TopicSet topics;
    private final Supplier<? extends List<MBeanServer>> servers;
    private final MessageRate rate;
    private final RepeatedLook looks;
    private @Nullable MBeanServer beans;
    private @Nullable ObjectName registered;
    private boolean closed;

    /**
     * Creates what registers the bean, from {@link #start} on.
     *
     * @param servers returns the servers of beans that there are
     * @param executor runs the looks
     */
    public TopicsRegistration(
            TopicSet topics, Clock clock, Executor executor, Supplier<? extends List<MBeanServer>> servers) {
        this.topics = topics;
        this.servers = servers;
        rate = new MessageRate(clock);
        looks = RepeatedLook.of("look for JMX", clock, LOOK, executor, this::look);
    }

    /** Begins to look. */
    public void start() {
        looks.start(LOOK);
    }

    private synchronized boolean look() {
        if (registered == null && !closed && !topics.all().isEmpty()) {
            platform().ifPresent(this::register);
        }
        if (registered != null) {
            rate.add(topics.counts().deliveries());
        }
        return !closed;
    }

    private Optional<? extends MBeanServer> platform() {
        return servers.get().stream().filter(TopicsRegistration::isPlatform).findFirst();
    }

    private static boolean isPlatform(MBeanServer server) {
        return server.isRegistered(name("java.lang:type=Runtime"));
    }

    private void register(MBeanServer server) {
        try {
            StandardMBean bean = new StandardMBean(new Bean(), TopicsBean.class);
            for (int i = 1; i <= MOST; i++) {
                ObjectName name = name(i == 1 ? NAME : NAME + ",instance=" + i);
                if (!server.isRegistered(name) && isRegistered(server, bean, name)) {
                    beans = server;
                    registered = name;
                    LOG.info("JMX is in use: {} is registered", name);
                    return;
                }
            }
        } catch (JMException x) {
            throw new IllegalStateException("the bean of topics cannot be registered", x);
        }
    }

    private static boolean isRegistered(MBeanServer server, StandardMBean bean, ObjectName name) throws JMException {
        try {
            server.registerMBean(bean, name);
            return true;
        } catch (InstanceAlreadyExistsException x) {
            LOG.debug("another server has registered {} just now", name, x);
            return false;
        }
    }

    private static ObjectName name(String name) {
        try {
            return new ObjectName(name);
        } catch (MalformedObjectNameException x) {
            throw new IllegalArgumentException(name, x);
        }
    }

    /** Makes no further look, and removes the bean. */
    @Override
    public void close() {
        looks.close();
        remove();
    }

    private synchronized void remove() {
        closed = true;
        MBeanServer server = beans;
        ObjectName name = registered;
        if (server != null && name != null) {
            registered = null;
            try {
                server.unregisterMBean(name);
            } catch (InstanceNotFoundException x) {
                LOG.debug("somebody else has removed {}", name, x);
            } catch (JMException x) {
                LOG.warn("{} cannot be removed", name, x);
            }
        }
    }

    private final class Bean implements TopicsBean {

        @Override
        public int getConnectedSessions() {
            return topics.counts().sessions();
        }

        @Override
        public long getOutPublishMessagesPerSecond() {
            return rate.perSecond();
        }
    }
}
