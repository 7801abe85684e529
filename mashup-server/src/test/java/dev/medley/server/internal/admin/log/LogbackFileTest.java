package dev.medley.server.internal.admin.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.status.Status;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

class LogbackFileTest {

    /** Tests run in the folder of their module. */
    private static final Path FILE = Path.of("../config/logback.xml");

    @Test
    void theJarContainsTheSameFile() throws Exception {
        assertThat(Path.of("src/main/resources/logback.xml")).hasSameTextualContentAs(FILE);
    }

    @Test
    void loggingNeverBlocks() throws Exception {
        LoggerContext context = configured();
        try {
            assertThat(queue(context).isNeverBlock()).isTrue();
            assertThat(context.getLogger("dev.medley.access").getAppender("access-queue"))
                    .isInstanceOf(BatchingAppender.class);
            assertThat(context.getStatusManager().getCopyOfStatusList())
                    .noneMatch(status -> status.getEffectiveLevel() >= Status.WARN);
        } finally {
            context.stop();
        }
    }

    @Test
    void anEventIsOneLineWithAnyContent() throws Exception {
        String written = written(context -> {
            Logger log = context.getLogger("dev.medley.somewhere");
            log.info("one\r\ntwo");
            log.warn("three", new IllegalStateException("four\nfive", new IllegalArgumentException("six")));
        });

        assertThat(written.lines()).hasSize(2).noneMatch(line -> line.endsWith(" "));
        assertThat(written)
                .contains(
                        " INFO  [",
                        "dev.medley.somewhere - one two",
                        "three java.lang.IllegalStateException: four | five",
                        "Caused by: java.lang.IllegalArgumentException: six | ");
    }

    @Test
    void aLineHasTheIdOfItsRequestIfThereIsOne() throws Exception {
        String written = written(context -> {
            Logger log = context.getLogger("dev.medley.somewhere");
            context.getMDCAdapter().put("request-id", "order-7");
            log.info("with");
            context.getMDCAdapter().clear();
            log.info("without");
        });

        assertThat(written).contains("dev.medley.somewhere [order-7] - with", "dev.medley.somewhere - without");
    }

    @Test
    void aLineOfTheAccessLogIsWrittenUnchanged() throws Exception {
        assertThat(written(context -> context.getLogger("dev.medley.access").info("GET / 200")))
                .isEqualTo("GET / 200" + System.lineSeparator());
    }

    @Test
    void jettyIsQuiet() throws Exception {
        assertThat(written(context ->
                        context.getLogger("org.eclipse.jetty.server.Server").info("started")))
                .isEmpty();
    }

    private interface Logging {
        void with(LoggerContext context);
    }

    private static String written(Logging logging) throws Exception {
        PrintStream before = System.err;
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        try (PrintStream captured = new PrintStream(written, true, UTF_8)) {
            System.setErr(captured);
            LoggerContext context = configured();
            logging.with(context);
            // Waits until the queues are written.
            context.stop();
        } finally {
            System.setErr(before);
        }
        return written.toString(UTF_8);
    }

    private static LoggerContext configured() throws Exception {
        assertThat(Files.exists(FILE)).isTrue();
        LoggerContext context = new LoggerContext();
        context.setMDCAdapter(new LogbackMDCAdapter());
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(context);
        configurator.doConfigure(FILE.toFile());
        // 0 is no limit: everything in the queue is written.
        queue(context).setMaxFlushTime(0);
        return context;
    }

    private static AsyncAppender queue(LoggerContext context) {
        return (AsyncAppender) context.getLogger(Logger.ROOT_LOGGER_NAME).getAppender("queue");
    }
}
