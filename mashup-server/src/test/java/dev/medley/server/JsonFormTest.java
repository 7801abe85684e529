package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import dev.medley.server.internal.admin.log.JsonLog;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.MDC;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The form of lines as JSON, whatever code logs, and for how long Logback's appenders have it. */
class JsonFormTest {

    private static final String FILE = """
            <configuration>
              <appender name="file" class="ch.qos.logback.core.FileAppender">
                <file>%s</file>
                <encoder><pattern>%%msg%%n</pattern></encoder>
              </appender>
              <appender name="users" class="ch.qos.logback.classic.sift.SiftingAppender">
                <discriminator><key>user</key><defaultValue>none</defaultValue></discriminator>
                <sift><appender name="a" class="ch.qos.logback.core.read.ListAppender"/></sift>
              </appender>
              <root level="INFO"><appender-ref ref="file"/><appender-ref ref="users"/></root>
            </configuration>
            """;

    @TempDir
    private Path folder;

    private final WrittenLog log = new WrittenLog();

    @AfterEach
    void close() {
        MDC.clear();
        log.close();
    }

    private JsonNode logged(Runnable logs) {
        JsonLog json = JsonLog.install(log.logback());
        try {
            logs.run();
        } finally {
            json.close();
        }
        return log.line("marked");
    }

    @Test
    void aValueThatIsNamedAsAMemberOfTheLineGetsAnotherName() {
        JsonNode line = logged(() -> {
            MDC.put("request-id", "order-7");
            MDC.put("request_id", "of the MDC");
            MDC.put("level", "of the MDC");
            log.logger()
                    .atInfo()
                    .addKeyValue("message", "of a pair")
                    .addKeyValue("level", "of a pair")
                    .addKeyValue("request_id", "of a pair")
                    .log("marked");
        });

        assertThat(line.path("message").asString()).isEqualTo("marked");
        assertThat(line.path("message_").asString()).isEqualTo("of a pair");
        assertThat(line.path("level").asString()).isEqualTo("INFO");
        assertThat(line.path("level_").asString()).isEqualTo("of the MDC");
        assertThat(line.path("level__").asString()).isEqualTo("of a pair");
        assertThat(line.path("request_id").asString()).isEqualTo("order-7");
        assertThat(line.path("request_id_").asString()).isEqualTo("of the MDC");
        assertThat(line.path("request_id__").asString()).isEqualTo("of a pair");
    }

    @Test
    void anObjectIsItsText() {
        List<Object> itself = new ArrayList<>();
        itself.add(itself);
        JsonNode line = logged(() -> log.logger()
                .atInfo()
                .addKeyValue("account", new Account("secret"))
                .addKeyValue("broken", new Broken())
                .addKeyValue("itself", itself)
                .addKeyValue("tree", Map.of("a", List.of(1, true, "text", new Account("secret"))))
                .addKeyValue("nothing", (Object) null)
                .log("marked"));

        assertThat(line.path("account").asString()).isEqualTo("an account");
        assertThat(line.path("broken").asString()).contains(Broken.class.getName(), "IllegalStateException");
        assertThat(line.path("itself").isArray()).isTrue();
        assertThat(line.path("tree").toString()).isEqualTo("{\"a\":[1,true,\"text\",\"an account\"]}");
        assertThat(line.path("nothing").isNull()).isTrue();
    }

    /** An account. */
    public static final class Account {

        private final String password;

        Account(String password) {
            this.password = password;
        }

        /** Returns what no log may have. */
        public String getPassword() {
            return password;
        }

        @Override
        public String toString() {
            return "an account";
        }
    }

    private static final class Broken {

        @Override
        public String toString() {
            throw new IllegalStateException("no text");
        }
    }

    @Test
    void charactersThatEndOrTurnALineAreEscaped() {
        String text = "marked \u0085\u009b\u2028\u2029\u202e\ud83d";
        JsonNode line =
                logged(() -> log.logger().atInfo().addKeyValue("k", text).log(text));

        assertThat(line.path("message").asString()).isEqualTo(text);
        assertThat(line.path("k").asString()).isEqualTo(text);
        assertThat(log.text().chars()).allMatch(c -> c < 0x7f);
    }

    @Test
    void anotherServerThatClosesLeavesTheLogsAsTheyAre() {
        JsonLog json = JsonLog.install(log.logback());
        try {
            JsonLog other = JsonLog.install(log.logback());
            other.close();
            other.close();
            log.logger().info("marked");
        } finally {
            json.close();
        }

        assertThat(log.line("marked").path("message").asString()).isEqualTo("marked");
    }

    @Test
    void anEncoderWithTheLayoutOfAPatternIsReplacedAndComesBack() {
        PatternLayout layout = new PatternLayout();
        layout.setContext(log.logback());
        layout.setPattern("%msg%n");
        layout.start();
        LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
        encoder.setContext(log.logback());
        encoder.setLayout(layout);
        encoder.start();
        log.output().setEncoder(encoder);

        assertThat(logged(() -> log.logger().info("marked")).path("message").asString())
                .isEqualTo("marked");
        assertThat(log.output().getEncoder()).isSameAs(encoder);
    }

    @Test
    void logsStayJsonWhenLogbackReadsItsFileAgain() throws Exception {
        Path file = folder.resolve("log");
        LoggerContext logback = context();
        read(logback, file);
        JsonLog json = JsonLog.install(logback);
        try {
            logback.reset();
            read(logback, file);
            logback.getLogger("any").info("marked");
        } finally {
            json.close();
            logback.stop();
        }

        String line = Files.readAllLines(file).get(0);
        assertThat(JsonMapper.shared().readTree(line).path("message").asString())
                .isEqualTo("marked");
    }

    @Test
    void anAppenderThatStaysTextIsNamed() throws Exception {
        LoggerContext logback = context();
        read(logback, folder.resolve("log"));
        JsonLog json = JsonLog.install(logback);
        try {
            assertThat(log.lines("still write text")).singleElement().asString().contains(": users;");
        } finally {
            json.close();
            logback.stop();
        }
    }

    private static LoggerContext context() {
        LoggerContext logback = new LoggerContext();
        logback.setMDCAdapter(new LogbackMDCAdapter());
        return logback;
    }

    private static void read(LoggerContext logback, Path file) throws Exception {
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(logback);
        configurator.doConfigure(new ByteArrayInputStream(FILE.formatted(file).getBytes(StandardCharsets.UTF_8)));
    }
}
