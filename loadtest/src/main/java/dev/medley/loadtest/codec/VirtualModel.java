package dev.medley.loadtest.codec;

import dev.medley.thread.internal.BrokerPool;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/**
 * Each unit is a virtual thread, which yields between two slices. It needs Java 24: there the number of threads that carry virtual
 * threads can be changed while the process runs.
 */
final class VirtualModel implements UnitModel {

    private static final String PARALLELISM = "Parallelism";

    @Override
    public void run(Units units, int threads) throws InterruptedException {
        carriers(threads);
        CountDownLatch left = new CountDownLatch(units.count());
        units.start();
        // A virtual thread starts the others, so that no further thread of the platform has a part in it.
        BrokerPool.startVirtualThread(() -> {
            for (int i = 0; i < units.count(); i++) {
                int unit = i;
                BrokerPool.startVirtualThread(() -> {
                    try {
                        runInSlices(units, unit);
                    } finally {
                        left.countDown();
                    }
                });
            }
        });
        left.await();
    }

    @SuppressWarnings("ThreadPriorityCheck") // That the others have their turns is what is measured.
    private static void runInSlices(Units units, int unit) {
        int slice = 0;
        while (units.run(unit, slice)) {
            slice++;
            Thread.yield();
        }
    }

    @Override
    public Held hold(Units units) throws InterruptedException {
        return Gate.hold(units, BrokerPool::startVirtualThread);
    }

    /** Sets the number of threads that carry virtual threads. */
    private static void carriers(int threads) {
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        try {
            beans.setAttribute(scheduler(), new Attribute(PARALLELISM, threads));
        } catch (JMException x) {
            throw new IllegalStateException(
                    "this Java %d cannot change the number of threads that carry virtual threads; expected Java 24 or later"
                            .formatted(Runtime.version().feature()),
                    x);
        }
    }

    private static ObjectName scheduler() throws MalformedObjectNameException {
        return new ObjectName("jdk.management:type=VirtualThreadScheduler");
    }
}
