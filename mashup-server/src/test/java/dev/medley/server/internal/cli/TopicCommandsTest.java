package dev.medley.server.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.stubs.proxy.FaultProxy;
import dev.medley.stubs.proxy.ProxyFault;
import dev.medley.stubs.tls.CertificateAuthority;
import dev.medley.stubs.tls.IssuedCertificate;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code medley publish} and {@code medley subscribe}. */
@Timeout(60)
class TopicCommandsTest {

    private static final String TOPICS = """
            topics:
              prices: {public: true, messages: 5, publish: {anybody: true}}
              closed: {publish: {anybody: true}}
            """;

    @RegisterExtension
    final Printed printed = new Printed();

    private final InputStream terminal = System.in;

    @TempDir
    private Path folder;

    private RunningServer server = start("");

    @AfterEach
    void close() {
        System.setIn(terminal);
        server.close();
    }

    private static RunningServer start(String settings) {
        try {
            return new ServerBuilder()
                    .configuration(
                            "topics.yaml",
                            "server: {admin: {port: 0}, access-log: false%s}\n".formatted(settings) + TOPICS)
                    .port(0)
                    .start();
        } catch (IOException x) {
            throw new AssertionError(x);
        }
    }

    @Test
    void whatIsPublishedIsPrintedByASubscription() {
        assertThat(run("publish", "prices.eur", "{\"rate\": 1.070}")).isZero();
        String position = printed.output().strip();
        assertThat(position).matches("[a-z0-9]+:1");

        assertThat(run("subscribe", "prices.*", "--earliest", "--count", "1")).isZero();

        assertThat(lines()).containsExactly(position, position + " prices.eur {\"rate\": 1.070}");
    }

    @Test
    void aSubscriptionBeginsBehindAPositionAndSaysWhatIsLost() {
        run("publish", "prices.eur", "0");
        String first = printed.output().strip();
        run("publish", "prices.eur", "1", "--count", "7");

        assertThat(run("subscribe", "prices.>", "--after", first, "--count", "5"))
                .isZero();

        assertThat(lines()).hasSize(8 + 5);
        assertThat(printed.errors())
                .contains("medley: gap: messages behind " + first + " are lost, up to " + first.replace(":1", ":3"));
    }

    @Test
    void eachLineOfTheInputIsAMessage() {
        System.setIn(new ByteArrayInputStream("1\n\n{\"a\":2}\n3".getBytes(StandardCharsets.UTF_8)));
        assertThat(run("publish", "prices.eur", "-", "--rate", "10000", "--rates"))
                .isZero();
        assertThat(lines()).hasSize(3);
        assertThat(printed.errors()).contains("3 messages in ");
        run("subscribe", "prices.eur", "--earliest", "--count", "3");
        assertThat(lines().get(4)).endsWith(" prices.eur {\"a\":2}");
    }

    @Test
    void theSameKeyPublishesOnce() {
        run("publish", "prices.eur", "1", "--key", "x");
        run("publish", "prices.eur", "1", "--key", "x");
        run("publish", "prices.eur", "1", "--key", "x", "--count", "2");
        assertThat(lines()).hasSize(4);
        assertThat(lines().get(0)).isEqualTo(lines().get(1)).endsWith(":1");
        assertThat(lines().get(3)).endsWith(":3");
    }

    @Test
    void aSubscriptionGoesOnAfterACut() throws Exception {
        try (FaultProxy proxy = FaultProxy.to(server.uri())) {
            run("publish", "prices.eur", "1", "--count", "2");
            String first = lines().get(0);
            // The first connection is cut within its first message.
            proxy.script(ProxyFault.closeAfter(400), ProxyFault.none());
            assertThat(MedleyCommand.run(
                            "subscribe",
                            "prices.eur",
                            "--after",
                            first,
                            "--count",
                            "1",
                            "--url",
                            proxy.uri() + "/topics/"))
                    .isZero();
            assertThat(lines()).hasSize(3);
        }
    }

    @Test
    void aMessageIsSentAgainAfterACut() throws Exception {
        try (FaultProxy proxy = FaultProxy.to(server.uri())) {
            // Far more than the requests before the first reply have.
            proxy.script(ProxyFault.resetAfter(300), ProxyFault.none());
            assertThat(MedleyCommand.run(
                            "publish", "prices.eur", "1", "--count", "10", "--url", proxy.uri() + "/topics"))
                    .isZero();
        }
        assertThat(lines()).hasSize(10);
        assertThat(lines().get(9)).endsWith(":10");
        assertThat(printed.errors()).contains("; trying again");
    }

    @Test
    void overTlsTheAuthorityIsTrusted() throws Exception {
        CertificateAuthority authority = CertificateAuthority.create(folder.resolve("tls"), "Test");
        IssuedCertificate certificate = authority.forLoopback();
        server.close();
        server = start(", tls: {certificate: '%s', key: '%s'}".formatted(certificate.chain(), certificate.key()));

        assertThat(run("publish", "prices.eur", "1")).isOne();
        assertThat(printed.errors()).contains("medley: https://127.0.0.1:").contains("certification path");
        assertThat(run(
                        "publish",
                        "prices.eur",
                        "1",
                        "--trust",
                        authority.certificate().toString()))
                .isZero();
        assertThat(run(
                        "subscribe",
                        "prices.eur",
                        "--earliest",
                        "--count",
                        "1",
                        "--trust",
                        authority.certificate().toString()))
                .isZero();
        assertThat(lines()).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "publish none 1      | 404 there is no topic none",
                "publish prices {    | 400 the message is not JSON",
                "subscribe none      | 404 there is no topic none",
                "subscribe closed -H X:y | 403 nobody may subscribe to the topic closed",
                "subscribe prices --after x:1 --url http://127.0.0.1:9/topics | http://127.0.0.1:9/topics: the connection is refused",
                "publish prices 1 --url http://127.0.0.1:9/topics | http://127.0.0.1:9/topics: the connection is refused",
            })
    void whatIsRefusedIsOneLineAndExitsWithOne(String line, String error) {
        List<String> arguments = new ArrayList<>(List.of(line.split(" ", -1)));
        if (!line.contains("--url")) {
            arguments.addAll(List.of("--url", url()));
        }
        assertThat(MedleyCommand.run(arguments.toArray(String[]::new))).isOne();
        assertThat(printed.errors()).contains(error).doesNotContain("\tat ");
        assertThat(printed.errors().lines()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "publish prices.* 1          | a token of a subject has letters, digits and _~$:@=+- only",
                "publish prices 1 --count 0  | --count: 0 messages; expected 1 or more",
                "publish prices - --count 2  | --count is for one DOCUMENT, and not for the standard input",
                "publish prices 1 --rate 0   | --rate: 0.0 messages a second; expected more than 0",
                "publish prices 1 --url x    | --url: 'x' is not the URL of topics",
                "publish prices 1 -H x       | -H: 'x' is not a field; expected 'NAME: VALUE'",
                "publish prices 1 --trust x  | --trust needs an https URL, but it is http://127.0.0.1:8080/topics",
                "subscribe *.x               | a subject begins with the name of its topic, and not with *",
                "subscribe prices --after x  | not a position: expected epoch:offset, such as k3f9x2:42",
                "subscribe prices --after x:1 --earliest | --after and --earliest exclude each other",
                "subscribe prices --count 0  | --count: 0 messages; expected 1 or more",
                "subscribe                   | Missing required parameter: 'SUBJECT'",
            })
    void anInvalidOptionIsNamedAndExitsWithTwo(String line, String error) {
        assertThat(MedleyCommand.run(line.split(" ", -1))).isEqualTo(2);
        assertThat(printed.errors()).contains(error).doesNotContain("\tat ");
    }

    private String url() {
        return server.uri() + "/topics";
    }

    private int run(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--url", url()));
        return MedleyCommand.run(all.toArray(String[]::new));
    }

    private List<String> lines() {
        return printed.output().lines().toList();
    }
}
