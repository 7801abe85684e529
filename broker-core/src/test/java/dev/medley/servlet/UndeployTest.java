package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A reply that is cut off after its application has been stopped is broken off, and that is no error. */
class UndeployTest {

    private static final String PART = "x".repeat(300_000);

    @ParameterizedTest
    @CsvSource({"JETTY, true", "JETTY, false", "TOMCAT, true", "TOMCAT, false"})
    void aReplyIsCutOffInSilence(WebContainer.Kind container, boolean chunked) throws Exception {
        try (Severe severe = new Severe();
                CapturedLog log = new CapturedLog();
                HandPartner partner = HandPartner.open();
                MashupRig rig = MashupRig.in(ExecutionMode.ASYNC)
                        .container(container)
                        .partner("files", partner.url())
                        .serve(mashup -> mashup.stream("files", "/"));
                RawClient client = RawClient.get(rig.port(), "/")) {
            HandConnection connection = partner.acceptRequest();
            connection.send("HTTP/1.1 200 OK\r\n"
                    + (chunked
                            ? "Transfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(PART.length()) + "\r\n" + PART
                            : "Content-Length: 1000000\r\n\r\n" + PART));
            client.readHead();
            client.read(PART.length() / 2);

            rig.undeploy();
            connection.reset();

            assertThat(client.readTextUntilBrokenOff()).doesNotContain("\r\n0\r\n\r\n");
            assertThat(rig.onlyReplied()).isNotNull();
            assertThat(severe.lines).isEmpty();
            assertThat(log.ofMedley()).isEmpty();
        }
    }

    /** What a container logs as an error by {@code java.util.logging}, as Tomcat does. */
    private static final class Severe extends Handler implements AutoCloseable {

        private static final Logger ROOT = Logger.getLogger("");

        private final List<String> lines = new CopyOnWriteArrayList<>();

        Severe() {
            ROOT.addHandler(this);
        }

        @Override
        public void publish(LogRecord line) {
            if (line.getLevel().intValue() >= Level.SEVERE.intValue()) {
                lines.add(line.getLevel() + " " + line.getMessage() + " " + line.getThrown());
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            ROOT.removeHandler(this);
        }
    }
}
