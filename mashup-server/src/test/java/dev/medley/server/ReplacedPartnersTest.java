package dev.medley.server;

import static dev.medley.server.ReloadRig.at;
import static dev.medley.server.ReloadRig.reload;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.partner.internal.Partner;
import dev.medley.partner.internal.cache.ResponseCache;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.servlet.MashupServlet;
import dev.medley.servlet.annotation.MashupPartners;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.StubAnswer;
import jakarta.servlet.annotation.WebServlet;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.concurrent.CompletionStage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Partners that reloads replace, each with failures and with responses in its cache: the live heap keeps none of them. */
class ReplacedPartnersTest {

    private static final int RELOADS = 100;
    private static final int STORED_BYTES = 200_000;
    /** Those that the last requests had, whose objects are kept to be used again. */
    private static final int LAST = 2;

    @TempDir
    private Path folder;

    private ReloadRig rig;

    @BeforeEach
    void open() {
        rig = new ReloadRig(folder);
    }

    @AfterEach
    void close() throws Exception {
        rig.close();
    }

    @Test
    void aHundredReloadsLeaveThemToTheCollector() throws Exception {
        PartnerStubs a = partner("a");
        PartnerStubs b = partner("b");
        write(a);
        RunningServer server = rig.start(new FailingServlet());
        ask(server);
        LiveHeap before = LiveHeap.now();

        for (int i = 1; i <= RELOADS; i++) {
            write(i % 2 == 0 ? a : b);
            assertThat(reload(server).changed()).containsExactly("partners.first");
            ask(server);
        }

        await().untilAsserted(() -> {
            LiveHeap after = LiveHeap.now();
            assertThat(after.partners()).isLessThanOrEqualTo(before.partners() + LAST);
            assertThat(after.caches()).isLessThanOrEqualTo(before.caches() + LAST);
            assertThat(after.bytes() - before.bytes()).isLessThan(RELOADS * STORED_BYTES / 2);
        });
    }

    private static void ask(RunningServer server) throws Exception {
        assertThat(Replies.get(server.uri(), "/failing").statusCode()).isEqualTo(502);
    }

    private PartnerStubs partner(String name) {
        return rig.partner(name)
                .answer(
                        "GET",
                        "/large",
                        StubAnswer.body(200, "text/plain", new byte[STORED_BYTES])
                                .header("Cache-Control", "max-age=3600"))
                .answer("GET", "/failing", StubAnswer.status(500));
    }

    private void write(PartnerStubs partner) throws Exception {
        rig.write("", "  first: {%s, cache: {enabled: true}}\n".formatted(at(partner)));
    }

    /** Has a response stored, and fails. */
    @WebServlet("/failing")
    @MashupPartners("first")
    static final class FailingServlet extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return mashup.exchange("first")
                    .get("/large")
                    .start()
                    .response()
                    .thenCompose(stored -> mashup.exchange("first")
                            .get("/failing")
                            .expectJson()
                            .start()
                            .response())
                    .thenApply(failing -> Reply.text(failing.text()));
        }
    }

    /** Objects and bytes in use after a collection. */
    private record LiveHeap(long partners, long caches, long bytes) {

        private static final Pattern TOTAL = Pattern.compile("Total +\\d+ +(\\d+)");

        static LiveHeap now() throws JMException {
            String histogram = (String) ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "gcClassHistogram",
                            new Object[] {new String[0]},
                            new String[] {String[].class.getName()});
            return new LiveHeap(
                    number(
                            Pattern.compile("(\\d+) +\\d+ +" + Pattern.quote(Partner.class.getName()) + "\\s"),
                            histogram),
                    number(
                            Pattern.compile("(\\d+) +\\d+ +" + Pattern.quote(ResponseCache.class.getName()) + "\\s"),
                            histogram),
                    number(TOTAL, histogram));
        }

        private static long number(Pattern pattern, String histogram) {
            Matcher matcher = pattern.matcher(histogram);
            return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
        }
    }
}
