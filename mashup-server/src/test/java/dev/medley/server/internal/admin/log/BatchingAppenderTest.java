package dev.medley.server.internal.admin.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.AppenderBase;
import ch.qos.logback.core.status.Status;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BatchingAppenderTest {

    private static final int MANY = 500;

    private final LoggerContext context = new LoggerContext();
    private final Logger log = context.getLogger("access");
    private final BatchingAppender batching = new BatchingAppender();
    private final Target target = new Target();

    @AfterEach
    void stop() {
        target.gate.countDown();
        context.stop();
    }

    @Test
    void eventsArriveInOrderAndByAnotherThread() throws Exception {
        start();
        List<String> lines = IntStream.range(0, MANY).mapToObj(i -> "line " + i).toList();
        lines.forEach(log::info);

        target.await(MANY);
        assertThat(target.lines).containsExactlyElementsOf(lines);
        assertThat(target.threads).containsOnly("BatchingAppender-batching");
    }

    @Test
    void eventsThatComeWhileTheThreadSleepsArriveToo() throws Exception {
        start();
        for (int i = 1; i <= 3; i++) {
            log.info("line");
            target.await(i);
        }
    }

    @Test
    void aStopWritesWhatWaits() {
        start();
        IntStream.range(0, MANY).forEach(i -> log.info("line " + i));
        batching.stop();

        assertThat(target.lines).hasSize(MANY);
        assertThat(target.isStarted()).isFalse();
    }

    @Test
    void aTargetThatBlocksDelaysNoThreadThatLogs() throws Exception {
        target.blocked = true;
        batching.setQueueSize(2);
        start();
        log.info("first");
        assertThat(target.entered.await(15, TimeUnit.SECONDS)).isTrue();
        List.of("second", "third", "dropped", "dropped").forEach(log::info);

        target.gate.countDown();
        target.await(3);
        batching.stop();
        assertThat(target.lines).containsExactly("first", "second", "third");
    }

    @Test
    void aStopDoesNotWaitForATargetThatBlocksForEver() throws Exception {
        target.blocked = true;
        start();
        log.info("first");
        assertThat(target.entered.await(15, TimeUnit.SECONDS)).isTrue();
        log.info("lost");

        batching.stop();

        assertThat(statuses()).contains("appender batching stops while its target blocks; events are lost");
    }

    @Test
    void withoutATargetItDoesNotStart() {
        batching.setContext(context);
        batching.setName("batching");
        batching.start();

        assertThat(batching.isStarted()).isFalse();
        assertThat(statuses()).contains("no appender is attached to appender batching, expected an appender-ref");
    }

    @Test
    void aQueueWithoutPlacesIsRefused() {
        batching.setQueueSize(0);
        start();

        assertThat(batching.isStarted()).isFalse();
        assertThat(statuses()).contains("queueSize is 0, expected 1 or more; appender batching passes nothing on");
    }

    private List<String> statuses() {
        return context.getStatusManager().getCopyOfStatusList().stream()
                .map(Status::getMessage)
                .toList();
    }

    private void start() {
        context.setMDCAdapter(new LogbackMDCAdapter());
        target.setContext(context);
        target.start();
        batching.setContext(context);
        batching.setName("batching");
        batching.addAppender(target);
        batching.start();
        log.setAdditive(false);
        log.addAppender(batching);
    }

    private static final class Target extends AppenderBase<ILoggingEvent> {

        final List<String> lines = new CopyOnWriteArrayList<>();
        final List<String> threads = new CopyOnWriteArrayList<>();
        final CountDownLatch entered = new CountDownLatch(1);
        final CountDownLatch gate = new CountDownLatch(1);
        volatile boolean blocked;

        @Override
        protected void append(ILoggingEvent event) {
            entered.countDown();
            try {
                if (blocked) {
                    gate.await();
                }
            } catch (InterruptedException x) {
                Thread.currentThread().interrupt();
            }
            threads.add(Thread.currentThread().getName());
            synchronized (lines) {
                lines.add(event.getFormattedMessage());
                lines.notifyAll();
            }
        }

        void await(int count) throws InterruptedException {
            synchronized (lines) {
                while (lines.size() < count) {
                    lines.wait();
                }
            }
        }
    }
}
