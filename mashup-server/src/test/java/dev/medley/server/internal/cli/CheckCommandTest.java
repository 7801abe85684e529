package dev.medley.server.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.server.internal.mashups.Jars;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** {@code medley check} refuses what {@code medley serve} does. */
class CheckCommandTest {

    private static final String DECLARED = """
            partners: {a: {url: 'http://127.0.0.1:1'}}
            mashups:
              /m: {exchanges: {a: {path: /one}}}
            """;

    private static final String SHOP = """
            package shop;

            @jakarta.servlet.annotation.WebServlet("PATH")
            public class ShopServlet extends dev.medley.servlet.MashupServlet {
                private String currency;

                @Override
                public void init() {
                    currency = settings().text("shop.currency");
                }

                @Override
                protected java.util.concurrent.CompletionStage<dev.medley.mashup.Reply> compose(
                        dev.medley.mashup.Mashup mashup) {
                    return java.util.concurrent.CompletableFuture.completedStage(dev.medley.mashup.Reply.text(currency));
                }
            }
            """;

    @RegisterExtension
    final Printed printed = new Printed();

    @TempDir
    private Path folder;

    private Path file;
    private Path jars;

    @BeforeEach
    void makeFolders() throws IOException {
        file = folder.resolve("medley.yaml");
        jars = Files.createDirectory(folder.resolve("jars"));
    }

    @Test
    void aSettingThatNoMashupReadsIsRefused() throws IOException {
        assertThat(check(DECLARED + "settings: {shop: {currency: EUR}}\n")).isEqualTo(1);

        assertThat(printed.errors())
                .isEqualTo(
                        "medley: %s:4:19: settings.shop.currency: no mashup reads it in init(); no mashup reads settings\n"
                                .formatted(file));
    }

    @Test
    void whatIsLeftOpenIsListedWithItsPlace() throws IOException {
        assertThat(check("""
                        server:
                          admin: {host: 0.0.0.0, operator: {port: 0, host: '::'}}
                          proxies: {trusted: [10.0.0.0/8, 0.0.0.0/0]}
                          clients: {head-timeout: 0, min-request-rate: 0, min-reply-rate: 0B}
                          cors: {origins: ['http://app.example:8080', 'http://localhost:3000'], credentials: true}
                        callers: {administration: {actions: {anybody: true}}}
                        partners:
                          a: {url: 'http://a.example', headers: {X-Api-Key: hidden, X-Plain: p}, pass-headers: [Cookie]}
                          b: {urls: ['http://b.example', 'http://127.0.0.1:1'], headers: {Authorization: hidden}}
                          c: {url: 'http://127.0.0.1:1', headers: {X-Api-Key: hidden}}
                          d: {url: 'http://d.example', headers: {X-Plain: p}}
                        """)).as(printed.errors()).isZero();

        String[] parts = printed.output().split("\nOpen to strangers, unless something else protects it:\n", -1);
        assertThat(parts[0]).startsWith(file + " is valid: ");
        assertThat(parts[1].lines())
                .allMatch(line -> line.startsWith(file + ":"))
                .map(line -> line.substring(file.toString().length()))
                .containsExactly(
                        ":2:11: server.admin.host: anybody who reaches 0.0.0.0 may use /metrics and /status of"
                                + " administration; expected 127.0.0.1, callers.administration.pages, or"
                                + " server.admin.tls.client-auth: need",
                        ":2:46: server.admin.operator.host: anybody who reaches :: may use actions and /manifests of"
                                + " administration; expected 127.0.0.1, callers.administration.actions, or"
                                + " server.admin.tls.client-auth: need",
                        ":3:13: server.proxies.trusted: 0.0.0.0/0 trusts every client to name another one; expected the"
                                + " addresses of your proxies",
                        ": server.admission: all requests are admitted, however many; expected"
                                + " server.admission.max-concurrent or server.admission.adaptive",
                        ":4:13: server.clients.head-timeout: the limit is off: clients may send a head for ever; expected more"
                                + " than 0",
                        ":4:30: server.clients.min-request-rate: the limit is off: clients may send a body for ever; expected"
                                + " more than 0",
                        ":4:51: server.clients.min-reply-rate: the limit is off: clients may read a reply for ever; expected"
                                + " more than 0",
                        ":5:10: server.cors.origins: http://app.example:8080 is plain http: whoever is between can act for"
                                + " its users; expected https",
                        ": callers: anybody may call each mashup; expected callers, unless something before the server"
                                + " knows them",
                        ":8:7: partners.a.url: plain http to a.example shows X-Api-Key, Cookie to whoever is between;"
                                + " expected https",
                        ":9:7: partners.b.urls: plain http to b.example shows Authorization to whoever is between; expected"
                                + " https");
        assertThat(printed.output()).doesNotContain("hidden");
    }

    @Test
    void whatIsClosedIsNot() throws IOException {
        assertThat(check("server: {host: 127.0.0.1}\n" + DECLARED)).isZero();
        assertThat(printed.output()).doesNotContain("Open to strangers");
        assertThat(check(
                        "server: {admission: {max-concurrent: 100}}\ncallers: {required: true, certificates: {name: dns}}\n"
                                + DECLARED))
                .isZero();
        assertThat(printed.output()).doesNotContain("Open to strangers");
    }

    @Test
    void mashupsThatAnybodyMayCallAreListedUnlessTheySaySo() throws IOException {
        assertThat(check("""
                        server: {admission: {max-concurrent: 100}}
                        callers: {certificates: {name: dns}}
                        partners: {a: {url: 'http://a.example', auth: {bearer: hidden}}}
                        mashups:
                          /a: {reply: {body: '1'}}
                          /b: {access: {}, reply: {body: '1'}}
                          /c: {access: {anybody: true}, reply: {body: '1'}}
                        """)).as(printed.errors()).isZero();
        assertThat(printed.output())
                .contains(
                        "callers.required: anybody may call /a; expected access: {anybody: true} there, or callers.required: true")
                .contains("plain http to a.example shows Authorization to whoever is between")
                .doesNotContain("hidden");
    }

    @Test
    void aPublicTopicIsListedWhereThereAreFiltersThatDoNotRunBeforeIt() throws IOException {
        String topics = """
                server: {host: 127.0.0.1}
                topics:
                  prices: {public: true}
                  inside: {subscribe: {anybody: true}}
                """;
        assertThat(check(topics)).as(printed.errors()).isZero();
        assertThat(printed.output()).doesNotContain("Open to strangers");
        Jars.of(folder, """
                        package shop;

                        @jakarta.servlet.annotation.WebFilter("/*")
                        public class Gate extends jakarta.servlet.http.HttpFilter {}
                        """).writeTo(jars.resolve("filter.jar"));

        assertThat(check(topics, "--mashups", jars.toString()))
                .as(printed.errors())
                .isZero();

        assertThat(printed.output())
                .contains(
                        ":3:12: topics.prices.public: anybody may subscribe, whatever shop.Gate does: filters do not run"
                                + " before topics; expected topics.prices.subscribe, unless the topic is for anybody")
                .doesNotContain("topics.inside");
    }

    @Test
    void aSettingThatAMashupOfAJarReadsIsAllowed() throws IOException {
        shopAt("/shop");

        assertThat(check(DECLARED + "settings: {shop: {currency: EUR}}\n", "--mashups", jars.toString()))
                .as(printed.errors())
                .isZero();

        assertThat(printed.errors()).isEmpty();
        assertThat(printed.output())
                .startsWith(file + " is valid: 1 partner, 1 declared mashup, 1 mashup of JARs.\n")
                .contains("\n/m ");
    }

    @Test
    void allProblemsOfJarsAndDeclarationsAreReported() throws IOException {
        shopAt("/shop");

        assertThat(check(
                        "server: {deadline: 1s}\n" + DECLARED.replace("1'}", "1', timeout: 3s}"),
                        "--mashups",
                        jars.toString()))
                .isEqualTo(1);

        assertThat(printed.errors().lines())
                .hasSize(2)
                .anyMatch(line -> line.contains(":4:3: mashups./m: has a deadline of 1s"))
                .anyMatch(line -> line.contains("settings.shop.currency: is not set"));
    }

    @Test
    void thePathOfAMashupOfAJarIsRefused() throws IOException {
        shopAt("/m");

        assertThat(check(DECLARED + "settings: {shop: {currency: EUR}}\n", "--mashups", jars.toString()))
                .isEqualTo(1);

        assertThat(printed.errors()).startsWith("medley: %s:3:3: mashups./m: is the path of ".formatted(file));
    }

    @Test
    void optionsOfAMashupThatDoesNotExistAreRefused() throws IOException {
        assertThat(check(DECLARED + "  /n: {deadline: 2s}\n")).isEqualTo(1);

        assertThat(printed.errors()).contains("mashups./n: no mashup has this path; expected none\n");
    }

    @Test
    void nothingIsListenedOnAndNoPartnerAsked() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(check("server: {port: %d, admin: {port: %d}, tls: {certificate: none.pem, key: none.pem}}\n"
                                    .formatted(taken.getLocalPort(), taken.getLocalPort() + 1)
                            + DECLARED))
                    .as(printed.errors())
                    .isZero();
        }
    }

    @Test
    void aConfigurationWithoutMashupsIsCheckedWithoutThem() throws IOException {
        assertThat(
                        check(
                                "server: {host: 127.0.0.1}\npartners: {a: {url: 'http://127.0.0.1:1'}}\nsettings: {shop: {currency: EUR}}\n"))
                .isZero();

        assertThat(printed.output())
                .isEqualTo(file
                        + " is valid: 1 partner, 0 declared mashups.\nIts settings and options of mashups are checked"
                        + " only if their JARs are given: --mashups DIR.\n");
    }

    private int check(String yaml, String... options) throws IOException {
        Files.writeString(file, yaml);
        List<String> all = new ArrayList<>(List.of("check", file.toString()));
        all.addAll(List.of(options));
        return MedleyCommand.run(all.toArray(String[]::new));
    }

    private void shopAt(String path) throws IOException {
        Jars.of(folder, SHOP.replace("PATH", path)).writeTo(jars.resolve("shop.jar"));
    }
}
