package dev.medley.config.internal;

import static dev.medley.config.internal.Given.NOTHING;
import static dev.medley.config.internal.Given.problemsOf;
import static dev.medley.config.internal.Given.problemsOfFile;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.config.ConfigurationException;
import dev.medley.config.ExecutionMode;
import dev.medley.config.WithoutVirtualThreads;
import dev.medley.config.internal.document.Document;
import dev.medley.config.internal.document.Key;
import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.ValueParsers;
import dev.medley.thread.internal.BrokerPool;
import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaCheckTest {

    /** Lists, an enumeration in a list, and groups in groups, below a partner and elsewhere. */
    static final ConfigurationSchema LISTS = new ConfigurationSchema(ListSettings.ROOT);

    @Test
    void allProblemsAreReportedAtOnceInTheOrderOfTheFile() {
        assertThatThrownBy(() -> Given.file("""
                        partners:
                          weather:
                            url: http://127.0.0.1:9001
                            timeout: 2 secs
                          hotels:
                            timeout: 5s
                        server:
                          prot: 8080
                          threads: 3
                        """))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("""
                        medley.yaml:4:14: partners.weather.timeout: '2 secs' is not a duration; \
                        expected a number with ms, s, m, h or d, such as 800ms
                        medley.yaml:5:3: partners.hotels: url is missing; \
                        expected an http or https URL, such as http://127.0.0.1:9001
                        medley.yaml:8:3: server.prot: unknown key; did you mean server.port?
                        medley.yaml:9:12: server.threads: '3' is out of range; expected a whole number from 5 to 100000""")
                .hasNoCause();
    }

    @Test
    void theProblemsOfOneLineAreInTheOrderOfTheirColumns() {
        assertThat(problemsOfFile("server: {threads: 3, prot: 8080, port: none}"))
                .extracting(problem -> problem.substring(0, problem.indexOf(" ")))
                .containsExactly("medley.yaml:1:19:", "medley.yaml:1:22:", "medley.yaml:1:40:");
    }

    @ParameterizedTest
    @ValueSource(strings = {"  ^- 80", "    ^a: 80", "    ^80.5", "    # none\n    ^'80'"})
    void aValueBelowItsKeyIsReportedWithItsOwnLine(String value) {
        MarkedYaml yaml = MarkedYaml.of("server:\n  port:\n" + value + "\n");

        assertThat(problemsOfFile(yaml.text())).singleElement().asString().startsWith(yaml.place() + "server.port: ");
    }

    @Test
    void aProblemHasNoStackTrace() {
        assertThatThrownBy(() -> Given.file("server: 1"))
                .satisfies(thrown -> assertThat(thrown.getStackTrace()).isEmpty());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    port: ^-1               | '-1' is out of range; expected a whole number from 0 to 65535
                    port: ^65536            | '65536' is out of range; expected a whole number from 0 to 65535
                    port: ^99999999999999999999 | '99999999999999999999' is out of range; expected a whole number from 0 to 65535
                    port: ^http             | 'http' is not a whole number; expected a whole number from 0 to 65535
                    port: ^"8080"           | '8080' is not a whole number; expected a whole number from 0 to 65535
                    port: ^80.5             | '80.5' is not a whole number; expected a whole number from 0 to 65535
                    port: ^0x50             | '0x50' is not a whole number; expected a whole number from 0 to 65535
                    port: ^true             | 'true' is not a whole number; expected a whole number from 0 to 65535
                    port:^                  | has no value; expected a whole number from 0 to 65535
                    port: ^[80]             | is a list; expected a whole number from 0 to 65535
                    port: ^{a: 80}          | is a section; expected a whole number from 0 to 65535
                    host: ^a b              | 'a b' is not a host; expected a name or an address, such as 127.0.0.1
                    host: ^127.0.0.1:80     | '127.0.0.1:80' is not a host; expected a name or an address, such as 127.0.0.1
                    host: ^127              | '127' is not text; expected a name or an address, such as 127.0.0.1
                    host:^                  | has no value; expected a name or an address, such as 127.0.0.1
                    admin: ^8081            | '8081' is not a section; expected keys below it: port, host, names, actions, operator, tls
                    admin: ^[8081]          | is a list; expected keys below it: port, host, names, actions, operator, tls
                    threads: ^4             | '4' is out of range; expected a whole number from 5 to 100000
                    execution: ^Async       | 'Async' is not an execution mode; expected %s
                    execution: ^[async]     | is a list; expected %s
                    deadline: ^0s           | '0s' is too short; expected more than 0ms
                    deadline: ^0            | '0' is too short; expected more than 0ms
                    deadline: ^60           | '60' has no unit; expected a number with ms, s, m, h or d, such as 800ms
                    deadline: ^1.5          | '1.5' has no unit; expected a number with ms, s, m, h or d, such as 800ms
                    deadline: ^-1s          | '-1s' is not a duration; expected a number with ms, s, m, h or d, such as 800ms
                    deadline: ^500us        | '500us' is not a duration; expected a number with ms, s, m, h or d, such as 800ms
                    deadline: ^1h30m        | '1h30m' is not a duration; expected a number with ms, s, m, h or d, such as 800ms
                    deadline: ^true         | 'true' is not a duration; expected a number with ms, s, m, h or d, such as 800ms
                    deadline: ^""           | '' is not a duration; expected a number with ms, s, m, h or d, such as 800ms
                    deadline:^              | has no value; expected a number with ms, s, m, h or d, such as 800ms
                    deadline: ^0.5ms        | '0.5ms' is finer than a millisecond; expected whole milliseconds
                    deadline: ^8761h        | '8761h' is longer than a year; expected 8760h or less
                    drain: ^10              | '10' has no unit; expected a number with ms, s, m, h or d, such as 800ms
                    drain: ^{a: 1}          | is a section; expected a number with ms, s, m, h or d, such as 800ms
                    idle-timeout: ^0ms      | '0ms' is too short; expected more than 0ms
                    accept-backlog: ^0      | '0' is out of range; expected a whole number from 1 to 65535
                    max-request-body: ^1024 | '1024' has no unit; expected a number with B, KiB, MiB or GiB, such as 1MiB
                    max-request-body: ^1MB  | '1MB' is not a size; expected a number with B, KiB, MiB or GiB, such as 1MiB
                    max-request-body: ^0.5B | '0.5B' is finer than a byte; expected whole bytes
                    max-request-body: ^2GiB | '2GiB' is too large; expected 1GiB or less
                    max-request-body: ^[1]  | is a list; expected a number with B, KiB, MiB or GiB, such as 1MiB
                    max-waiting: ^-1        | '-1' is out of range; expected a whole number from 0 to 1000000
                    access-log: ^yes        | 'yes' is not a boolean; expected true or false
                    access-log: ^1          | '1' is not a boolean; expected true or false
                    """)
    void anInvalidValueOfTheServerIsReportedWithPlaceAndKey(String line, String problem) {
        MarkedYaml yaml = MarkedYaml.of("\nserver:\n  " + line);
        String key = line.substring(0, line.indexOf(':'));
        String modes = BrokerPool.virtualThreadsAvailable() ? "async, blocking or virtual" : "async or blocking";

        assertThat(problemsOfFile(yaml.text()))
                .containsExactly(yaml.place() + "server." + key + ": " + problem.formatted(modes));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    url:^                   | has no value; expected an http or https URL, such as http://127.0.0.1:9001
                    url: ^9001              | '9001' is not an http or https URL; expected an http or https URL, such as http://127.0.0.1:9001
                    url: ^127.0.0.1:9001    | '127.0.0.1:9001' is not a URL; expected an http or https URL, such as http://127.0.0.1:9001
                    url: ^http://a b        | 'http://a b' is not a URL; expected an http or https URL, such as http://127.0.0.1:9001
                    url: ^ftp://a           | 'ftp://a' is not an http or https URL; expected an http or https URL, such as http://127.0.0.1:9001
                    url: ^http:///path      | 'http:///path' has a missing or invalid host; expected an http or https URL, such as http://127.0.0.1:9001
                    url: ^http://my_host    | 'http://my_host' has a missing or invalid host; expected an http or https URL, such as http://127.0.0.1:9001
                    url: ^http://a:65536    | 'http://a:65536' has an invalid port; expected a port from 1 to 65535
                    url: ^http://a:0        | 'http://a:0' has an invalid port; expected a port from 1 to 65535
                    url: ^http://a?b        | 'http://a?b' has a user, a query or a fragment; expected host, port and an optional path
                    url: ^https://a:65536   | 'https://a:65536' has an invalid port; expected a port from 1 to 65535
                    url: ^http://me:secret@a | 'http://***@a' has a user, a query or a fragment; expected host, port and an optional path
                    protocol: ^h2           | 'h2' needs a url that begins with https; expected that, or protocol h2c
                    protocol: ^http         | 'http' is not a protocol; expected auto, http/1.1, h2 or h2c
                    max-connections: ^0     | '0' is out of range; expected a whole number from 1 to 1000000
                    timeout: ^2 secs        | '2 secs' is not a duration; expected a number with ms, s, m, h or d, such as 800ms
                    attempt-timeout: ^0s    | '0s' is too short; expected more than 0ms
                    connect-timeout: ^0s    | '0s' is too short; expected more than 0ms
                    idle-timeout: ^0s       | '0s' is too short; expected more than 0ms
                    keep-alive: ^5          | '5' has no unit; expected a number with ms, s, m, h or d, such as 800ms
                    retries: ^101           | '101' is out of range; expected a whole number from 0 to 100
                    """)
    void anInvalidValueOfAPartnerIsReportedWithPlaceAndKey(String line, String problem) {
        String key = line.substring(0, line.indexOf(':'));
        String url = key.equals("url") ? "" : "    url: http://127.0.0.1:9001\n";

        MarkedYaml yaml = MarkedYaml.of("partners:\n  weather:\n    " + line + "\n" + url);

        assertThat(problemsOfFile(yaml.text()))
                .containsExactly(yaml.place() + "partners.weather." + key + ": " + problem);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    ^sever: {}                   | sever: unknown key; did you mean server?
                    ^port: 8080                  | port: unknown key; did you mean server.port?
                    ^server.port: 8080           | server.port: unknown key; expected port below server
                    ^unheard-of: 1               | unheard-of: unknown key; expected include, server, partners, callers, quotas, topics, mashups, settings
                    server: {^MaxWaiting: 1}     | server.MaxWaiting: unknown key; did you mean server.max-waiting?
                    server: {admin: {^prot: 1}}  | server.admin.prot: unknown key; did you mean server.admin.port?
                    server: {^retries: 1}        | server.retries: unknown key; did you mean partners.<name>.retries?
                    """)
    void anUnknownKeyIsReportedWithTheNearestOne(String marked, String problem) {
        MarkedYaml yaml = MarkedYaml.of(marked);

        assertThat(problemsOfFile(yaml.text())).containsExactly(yaml.place() + problem);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    urls: [http://a, ^ftp://b] | urls[1]: 'ftp://b' is not an http or https URL; expected an http or https URL, such as http://127.0.0.1:9001
                    urls: [^http://a wait=2]   | urls[0]: 'http://a wait=2' has 'wait=2' behind the URL; expected an http or https URL, optionally followed by weight=1 to weight=1000 and zone=NAME
                    urls: ^[http://a, https://b] | urls: has http://a and https://b; expected the same scheme and the same path in all
                    urls: ^[]                  | urls: is an empty list; expected an address, or url
                    """)
    void anInvalidAddressOfSeveralIsReportedWithPlaceAndKey(String line, String problem) {
        MarkedYaml yaml = MarkedYaml.of("partners:\n  weather:\n    " + line + "\n");

        assertThat(problemsOfFile(yaml.text())).containsExactly(yaml.place() + "partners.weather." + problem);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    urls: ^[http://b]                       | urls: cannot be combined with url; expected one of them
                    endpoints: {addresses: ^all}            | endpoints.addresses: has no effect on an address; expected a url with a name
                    endpoints: {addresses: ^some}           | endpoints.addresses: 'some' is not a use of addresses; expected in-turn or all
                    endpoints: {refresh: ^5s}               | endpoints.refresh: has no effect; expected endpoints.addresses: all, or endpoints.srv
                    endpoints: {zone: ^b}                   | endpoints.zone: 'b' is not the zone of any endpoint; expected one of urls
                    endpoints: {panic-threshold: ^101}      | endpoints.panic-threshold: '101' is out of range; expected a whole number from 0 to 100
                    breaker: {failure-rate: ^0}             | breaker.failure-rate: '0' is out of range; expected a whole number from 1 to 100
                    breaker: {window: ^100ms}               | breaker.window: is shorter than a second, the unit in which attempts are counted; expected 1s or more
                    breaker: {window: ^2h}                  | breaker.window: is longer than an hour, and each second of it takes memory; expected 1h or less
                    ejection: {max-share: ^101}             | ejection.max-share: '101' is out of range; expected a whole number from 0 to 100
                    health-check: {path: ^health}           | health-check.path: 'health' is not a path; expected an encoded path with an optional query, such as /health
                    health-check: {interval: ^1s}           | health-check.interval: has no effect; expected health-check.path as well
                    """)
    void anInvalidValueOfEndpointsIsReportedWithPlaceAndKey(String line, String problem) {
        MarkedYaml yaml = MarkedYaml.of("partners:\n  weather:\n    url: http://127.0.0.1:9001\n    " + line + "\n");

        assertThat(problemsOfFile(yaml.text())).containsExactly(yaml.place() + "partners.weather." + problem);
    }

    @Test
    void anUnknownKeyOfAPartnerIsReportedWithTheNearestOne() {
        assertThat(problemsOfFile("partners: {weather: {url: 'http://127.0.0.1:9001', max_conections: 1}}"))
                .containsExactly("medley.yaml:1:52: partners.weather.max_conections: unknown key; "
                        + "did you mean partners.weather.max-connections?");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    limits: {max-queued: ^-1}        | limits.max-queued: '-1' is out of range; expected a whole number from 0 to 1000000
                    limits: {max-body: ^1.5GiB}      | limits.max-body: '1.5GiB' is too large; expected 1GiB or less
                    limits: {max-request-head: ^1B}  | limits.max-request-head: '1B' is too small; expected 1KiB or more
                    limits: {max-request-head: ^0}   | limits.max-request-head: '0' is too small; expected 1KiB or more
                    limits: {max-request-head: ^65KiB}| limits.max-request-head: '65KiB' is too large; expected 64KiB or less
                    limits: {max-json-names: ^0}     | limits.max-json-names: '0' is out of range; expected a whole number from 1 to 10000000
                    limits: ^5                       | limits: '5' is not a section; expected keys below it: max-queued, max-queue-age, queue-order, adaptive, max-body, max-request-head, max-json-names, max-json-tokens, max-response-head, max-response-fields, max-streamed-body, max-expansion
                    retry: {connect-retries: ^once}  | retry.connect-retries: 'once' is not a whole number; expected a whole number from 0 to 100
                    """)
    void anInvalidValueOfAGroupIsReportedWithPlaceAndKey(String line, String problem) {
        MarkedYaml yaml = MarkedYaml.of("partners:\n  weather:\n    " + line + "\n    url: http://127.0.0.1:9001\n");

        assertThat(problemsOfFile(yaml.text())).containsExactly(yaml.place() + "partners.weather." + problem);
    }

    @ParameterizedTest
    @CsvSource({
        "max-queued: 1, limits.max-queued",
        "max-body: 1MiB, cache.max-body or partners.weather.limits.max-body",
        "connect-retries: 2, retry.connect-retries"
    })
    void aKeyThatIsInAGroupIsReportedWithItsGroup(String line, String grouped) {
        String key = line.substring(0, line.indexOf(':'));

        assertThat(problemsOfFile("partners:\n  weather:\n    url: http://127.0.0.1:9001\n    " + line))
                .containsExactly("medley.yaml:4:5: partners.weather.%s: unknown key; expected partners.weather.%s"
                        .formatted(key, grouped));
    }

    @Test
    void listsEnumerationsAndNestedGroupsAreRead() {
        Settings settings = lists("""
                shop:
                  urls: ["http://127.0.0.1:9001", "http://127.0.0.1:9002"]
                  modes: [async, blocking]
                  tls:
                    trust:
                      depth: 3
                """, NOTHING);

        assertThat(settings.get(ListSettings.URLS))
                .containsExactly(URI.create("http://127.0.0.1:9001"), URI.create("http://127.0.0.1:9002"));
        assertThat(settings.get(ListSettings.MODES)).containsExactly(ExecutionMode.ASYNC, ExecutionMode.BLOCKING);
        assertThat(settings.get(ListSettings.DEPTH)).isEqualTo(3);
    }

    @Test
    void anItemOfAListInTheFileMayHaveACommaItself() {
        Settings settings = lists("shop: {urls: ['http://a/b,c']}", NOTHING);

        assertThat(settings.get(ListSettings.URLS)).containsExactly(URI.create("http://a/b,c"));
    }

    @Test
    void aListFromAFlagHasCommas() {
        Settings settings = lists("", Map.of("shop.urls", "http://a, http://b", "shop.modes", "blocking"));

        assertThat(settings.get(ListSettings.URLS)).containsExactly(URI.create("http://a"), URI.create("http://b"));
        assertThat(settings.get(ListSettings.MODES)).containsExactly(ExecutionMode.BLOCKING);
    }

    @Test
    void anInvalidItemOfAListIsReportedWithItsLineAndPosition() {
        assertThat(problemsOf(() -> lists("""
                        shop:
                          urls:
                            - http://127.0.0.1:9001
                            - ftp://127.0.0.1
                            - {a: 1}
                            -
                          modes: [async, 5, fast]
                          tls: {trust: {depth: 10}}
                        """, NOTHING)))
                .containsExactly(
                        "medley.yaml:4:7: shop.urls[1]: 'ftp://127.0.0.1' is not an http or https URL;"
                                + " expected an http or https URL, such as http://127.0.0.1:9001",
                        "medley.yaml:5:7: shop.urls[2]: is a section; expected an http or https URL, such as http://127.0.0.1:9001",
                        "medley.yaml:6:6: shop.urls[3]: has no value; expected an http or https URL, such as http://127.0.0.1:9001",
                        "medley.yaml:7:18: shop.modes[1]: '5' is not an execution mode; expected async or blocking",
                        "medley.yaml:7:21: shop.modes[2]: 'fast' is not an execution mode; expected async or blocking",
                        "medley.yaml:8:24: shop.tls.trust.depth: '10' is out of range;"
                                + " expected a whole number from 0 to 9");
    }

    @Test
    void aValueInPlaceOfAListIsRefused() {
        assertThat(problemsOf(() -> lists("shop: {urls: 'http://127.0.0.1:9001'}", NOTHING)))
                .containsExactly("medley.yaml:1:14: shop.urls: 'http://127.0.0.1:9001' is not a list; expected a list,"
                        + " in which each item is an http or https URL, such as http://127.0.0.1:9001");
    }

    private static Settings lists(String yaml, Map<String, String> flags) {
        Document document =
                ConfigurationReader.document(LISTS, "medley.yaml", yaml, null, NOTHING, flags, new HashSet<>());
        return document.settings(ListSettings.SHOP, Key.of("shop"), "shop");
    }

    private static final class ListSettings {
        static final Group SHOP = Group.of("A shop");
        static final Group ROOT = Group.of("All").add("shop", SHOP);
        static final Setting<List<URI>> URLS =
                SHOP.optional("urls", ValueParsers.list(ValueParsers.url()), "none", "http://a", "Addresses");
        static final Setting<List<ExecutionMode>> MODES = SHOP.key(
                "modes",
                ValueParsers.list(WithoutVirtualThreads.executionModes()),
                List.of(ExecutionMode.ASYNC),
                "Modes");
        static final Setting<Integer> DEPTH = SHOP.group("tls", "TLS")
                .group("trust", "Trust")
                .key("depth", ValueParsers.wholeNumber(0, 9, "certificates"), 1, "Depth");
    }

    @Test
    void aKeyOfSeveralLinesIsReportedInOne() {
        assertThat(problemsOfFile("server: {\"a\\nb\": 1}"))
                .singleElement()
                .asString()
                .startsWith("medley.yaml:1:10: server.a b: unknown key; expected port, host, ");
    }

    @Test
    void aPartnerWithNothingBelowItHasNoUrl() {
        assertThat(problemsOfFile("partners:\n  weather:\n"))
                .containsExactly("medley.yaml:2:3: partners.weather: url is missing; "
                        + "expected an http or https URL, such as http://127.0.0.1:9001");
    }

    @Test
    void partnersAreNotAList() {
        assertThat(problemsOfFile("partners: [weather]"))
                .containsExactly("medley.yaml:1:11: partners: is a list; expected names with keys below them");
    }

    @Test
    void aPartnersNameIsInSmallLetters() {
        assertThat(problemsOfFile("partners: {My Partner: {url: 'http://127.0.0.1:9001'}}"))
                .containsExactly("medley.yaml:1:12: partners.My Partner: 'My Partner' is not a partner's name; "
                        + "expected lower-case letters, digits and hyphens after a letter");
    }

    @Test
    void aLongValueIsReportedInOneShortLine() {
        assertThat(problemsOfFile("server:\n  host: |\n    first line\n    " + "x".repeat(100)))
                .containsExactly("medley.yaml:2:9: server.host: 'first line " + "x".repeat(49)
                        + "...' is not a host; expected a name or an address, such as 127.0.0.1");
    }
}
