package dev.medley.js;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.medley.stubs.StubAnswer;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What the log says of a script. */
final class ScriptLogTest {

    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>() {
        @Override
        protected void append(ILoggingEvent event) {
            event.prepareForDeferredProcessing();
            events.add(event);
        }
    };

    @BeforeEach
    void listen() {
        appender.start();
        root.addAppender(appender);
    }

    @AfterEach
    void stop() {
        root.detachAppender(appender);
    }

    private void run(String body) throws IOException, InterruptedException {
        try (ScriptServer server = ScriptServer.of(body)) {
            server.stubs()
                    .answer("POST", "/slow", StubAnswer.json(200, "1").delay(Duration.ofSeconds(30)))
                    .answer("GET", "/bad", StubAnswer.json(500, "1"));
            server.send(HttpRequest.newBuilder(server.uri("/s")).header("X-Request-Id", "the-id"));
        }
    }

    private void awaitLine(String pattern) {
        await().untilAsserted(() ->
                assertThat(events).anySatisfy(event -> assertThat(text(event)).matches(pattern)));
    }

    private static String text(ILoggingEvent event) {
        String message = event.getLevel() + " " + event.getFormattedMessage();
        return event.getThrowableProxy() == null
                ? message
                : message + " " + event.getThrowableProxy().getMessage();
    }

    @Test
    void itHasWhatTheConsoleIsTold() throws Exception {
        run("console.log('a', {b: [1, null]}, new Map([[1, 2]])); console.warn('line\\nbreak'); return 1;");
        awaitLine("INFO .*/s.mjs: a \\{b: \\[1, null]} Map \\{1 => 2}");
        awaitLine("WARN .*/s.mjs: line \\| break");
        assertThat(events)
                .filteredOn(event -> event.getLoggerName().equals("dev.medley.script"))
                .allSatisfy(event -> assertThat(event.getMDCPropertyMap()).containsKey("request-id"));
    }

    @Test
    void errorsHaveFileLineAndColumn() throws Exception {
        run("const u = undefined;\n  return u.x;");
        awaitLine("ERROR .*/s failed on GET /s.* .*/s.mjs:4:10: TypeError: Cannot read property 'x' of undefined");
    }

    @Test
    void passedBoundsHaveTheirPlaces() throws Exception {
        run("const f = () => f();\n f();");
        awaitLine("ERROR .*/s.mjs:3:.*: the script has passed its bound of 1,000 functions that call each other");
        run("return Promise.all(Array.from({length: 2000}, () => partners.a.get('/bad').text()));");
        awaitLine("ERROR .*/s.mjs:3:.*: the script has passed its bound of 1,000 calls, .*max-calls.*");
        run("\n\nfor (;;) {\n}");
        awaitLine("ERROR .*/s.mjs:5:.*: the script has passed its bound of 1,000,000 statements .*max-statements.*");
    }

    @Test
    void aRejectedPromiseThatNothingWaitsForIsAWarning() throws Exception {
        run("Promise.reject(new Error('left')); return 1;");
        awaitLine("WARN .*/s.mjs: Unhandled promise rejection: Error: left .*s.mjs:3.*");
        assertThat(events).noneMatch(event -> text(event).contains("prelude.js"));
    }

    @Test
    void aFailureOfACallThatIsWaitedForLaterIsNone() throws Exception {
        run("""
                const call = partners.a.get('/bad').json();
                await new Promise(done => setTimeout(done, 100));
                return call.catch(() => 'caught');
                """);
        assertThat(events).noneMatch(event -> text(event).contains("Unhandled"));
    }

    @Test
    void aCallThatWasNotSentIsAWarning() throws Exception {
        run("partners.a.post('/slow', {}); return 1;");
        awaitLine("WARN .*/s.mjs: calls were not sent: POST /slow of a; expected .json.*");
    }

    @Test
    void aPostThatTheReplyDidNotWaitForIsAWarning() throws Exception {
        run("partners.a.post('/slow', {}).json(); return 1;");
        awaitLine("WARN .*/s.mjs: the reply did not wait for the calls a, which were cut off; expected await");
    }
}
