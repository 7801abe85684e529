package dev.medley.config.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.medley.config.ConfigurationException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReferencesTest {

    private static final String SECRET = "s3cret-4711";

    @TempDir
    private Path folder;

    @Test
    void aVariableAndAFileStandInAnyText() throws IOException {
        Path secret = Files.writeString(folder.resolve("token"), SECRET + "\n");
        Configuration read =
                read("""
                server: {port: "${env:PORT}", host: "${env:HOST:-127.0.0.1}", proxies: {trusted: "${env:PROXIES}"}}
                partners:
                  shop:
                    url: http://${env:SHOP}:8080
                    headers: {X-Key: "${file:%s}", X-Plain: "a$${env:SHOP}b"}
                """.formatted(secret), Map.of("PORT", "0", "SHOP", "shop.test", "PROXIES", "10.0.0.1,10.0.0.2"));
        assertThat(read.server().port()).isZero();
        assertThat(read.server().host()).isEqualTo("127.0.0.1");
        assertThat(read.server().proxies().trusted()).containsExactly("10.0.0.1/32", "10.0.0.2/32");
        assertThat(read.partners().get(0).urls()).hasToString("[http://shop.test:8080]");
        assertThat(read.files()).containsExactly(secret);
        assertThat(read.partners().get(0).headers().get(0).value()).isEqualTo(SECRET);
        assertThat(read.toString()).doesNotContain(SECRET);
    }

    @Test
    void whatAReferenceIsReplacedByIsNotReadAgain() {
        Configuration read = read(
                "partners: {shop: {url: 'http://a', headers: {X-Key: '${env:A}'}}}\nsettings: {text: '${env:B}'}",
                Map.of("A", "${env:B}", "B", "{x: 1}\ny: ${file:/etc/passwd}"));
        assertThat(read.partners().get(0).headers().get(0).value()).isEqualTo("${env:B}");
        assertThat(Objects.requireNonNull(read.settings().find(SettingValues.key("text")))
                        .node()
                        .asString())
                .isEqualTo("{x: 1}\ny: ${file:/etc/passwd}");
    }

    @Test
    void aReferenceThatLeadsNowhereIsReportedAtItsPlace() {
        assertRefused(
                "server:\n  host: 'a${env:NONE}'\n",
                "medley.yaml:2:11: server.host: the environment variable NONE is not set; expected it, or a default, as in"
                        + " ${env:NONE:-text}");
        assertRefused(
                "server: {host: '${file:/none/at/all}'}",
                "medley.yaml:1:17: server.host: there is no file /none/at/all that can be read; expected it, or a default,"
                        + " as in ${file:/none/at/all:-text}");
        assertRefused(
                "server: {host: '${env:A'}",
                "medley.yaml:1:17: server.host: has ${env: without a }; expected ${env:NAME}");
        assertRefused(
                "server: {host: '${env:a b}'}",
                "medley.yaml:1:17: server.host: 'a b' is not the name of an environment variable; expected letters, digits"
                        + " and underscores");
        assertRefused(
                "server: {host: '${file:/}'}",
                "medley.yaml:1:17: server.host: there is no file / that can be read;"
                        + " expected it, or a default, as in ${file:/:-text}");
    }

    @Test
    void aFileThatIsNoTextOrTooLargeIsRefused() throws IOException {
        Path binary = Files.write(folder.resolve("binary"), new byte[] {(byte) 0xC3, (byte) 0x28});
        Path large = Files.writeString(folder.resolve("large"), "x".repeat(70_000));
        assertRefused(
                "server: {host: '${file:%s}'}".formatted(binary),
                "medley.yaml:1:17: server.host: the file %s is not UTF-8; expected a file in that encoding"
                        .formatted(binary));
        assertRefused(
                "server: {host: '${file:%s}'}".formatted(large),
                "medley.yaml:1:17: server.host: the file %s has more than 64 KiB; expected a secret".formatted(large));
    }

    @Test
    void anErrorShowsTheReferenceAndNotItsValue() {
        for (String value : List.of("seventy", "abc", "x".repeat(100), "a\nb")) {
            assertThatThrownBy(() -> read("server: {port: '${env:PORT}'}", Map.of("PORT", value)))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("server.port: '${env:PORT}' ")
                    .hasMessageNotContaining(value);
        }
    }

    @Test
    void aTemplateOrAnExpressionHasNoReferences() {
        String expected =
                "has a reference, which is not available in templates and expressions; expected it in headers of a"
                        + " partner";
        String yaml = "mashups: {/a: {execution: '${env:MODE}', summary: '${env:A}'}}";
        assertThatThrownBy(() -> read(yaml, Map.of("MODE", "pool", "A", "b")))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("mashups./a.summary: " + expected)
                .hasMessageNotContaining("execution");
    }

    @Test
    void flagsAndVariablesHaveNoReferencesAndWin() {
        Configuration read = Given.READER.parse(
                "medley.yaml", "server: {host: '${env:NONE}'}", Map.of("MEDLEY_SERVER_HOST", "::1"), Map.of());
        assertThat(read.server().host()).isEqualTo("::1");
    }

    @Test
    void includedFilesAreMergedAndNamedInErrors() throws IOException {
        Path main = file(
                "medley.yaml",
                "include: [partners.yaml, more/other.yaml]\nserver: {port: 0}\npartners: {a: {url: 'http://a'}}");
        Path partners = file("partners.yaml", "partners:\n  b: {url: 'http://b'}\n");
        Files.createDirectory(folder.resolve("more"));
        Path other = file("more/other.yaml", "partners:\n  c: {url: 'http://c'}\n");
        Configuration read = Given.READER.read(main, Map.of(), Map.of());
        assertThat(read.partners()).extracting(each -> each.name()).containsExactly("a", "b", "c");
        assertThat(read.files()).containsExactly(partners, other);
        file("partners.yaml", "partners:\n  a: {url: 'http://b'}\n  d: {url: 1}\n");
        assertThatThrownBy(() -> Given.READER.read(main, Map.of(), Map.of()))
                .hasMessageContaining(partners
                        + ":2:7: partners.a.url: is given twice; expected once, and it is already in " + main + ":3:");
        file("partners.yaml", "partners:\n  d: {urll: 'http://b'}\n");
        assertThatThrownBy(() -> Given.READER.read(main, Map.of(), Map.of()))
                .hasMessageContaining(partners + ":2:7: partners.d.urll: unknown key");
    }

    @Test
    void anIncludeThatCannotBeReadIsRefused() throws IOException {
        Path main = file("medley.yaml", "include: [none.yaml]\n");
        assertThatThrownBy(() -> Given.READER.read(main, Map.of(), Map.of()))
                .hasMessageContaining(main + ":1:11: include[0]: " + folder.resolve("none.yaml")
                        + ": there is no such file; expected a YAML file");
        assertRefused(
                "include: [a.yaml]", "medley.yaml:1:1: include: is available in a file only; expected all keys here");
        file("none.yaml", "include: [medley.yaml]\n");
        assertThatThrownBy(() -> Given.READER.read(main, Map.of(), Map.of()))
                .hasMessageContaining("include: is given twice");
        assertThatThrownBy(
                        () -> Given.READER.read(file("b.yaml", "server: {port: 0}"), Map.of(), Map.of("include", "x")))
                .hasMessageContaining("include: cannot be overridden; expected it in the file");
    }

    @Test
    void aFileWithoutAnEndOrAWriterIsRefused() throws Exception {
        Path zero = Path.of("/dev/zero");
        assumeTrue(Files.exists(zero));
        assertTimeoutPreemptively(Duration.ofSeconds(30), () -> {
            assertRefused(
                    "server: {host: '${file:/dev/zero}'}",
                    "medley.yaml:1:17: server.host: there is no file /dev/zero that can be read;"
                            + " expected it, or a default, as in ${file:/dev/zero:-text}");
            Path fifo = fifo();
            assertRefused(
                    "server: {host: '${file:%s}'}".formatted(fifo),
                    "medley.yaml:1:17: server.host: there is no file %s that can be read; expected it, or a default, as in ${file:%1$s:-text}"
                            .formatted(fifo));
            Path main = file("medley.yaml", "include: [fifo, /dev/zero]\n");
            assertThatThrownBy(() -> Given.READER.read(main, Map.of(), Map.of()))
                    .hasMessageContaining(fifo + ": is no regular file; expected a YAML file")
                    .hasMessageContaining("/dev/zero: is no regular file; expected a YAML file");
        });
    }

    private Path fifo() throws IOException, InterruptedException {
        Path fifo = folder.resolve("fifo");
        assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor())
                .isZero();
        return fifo;
    }

    @Test
    void aFileThatStatesNoSizeIsReadToItsLimitOnly() {
        assumeTrue(Files.exists(Path.of("/proc/self/cmdline")));
        assertThat(read(
                                "partners: {shop: {url: 'http://a', headers: {X-Key: '${file:/proc/sys/kernel/ostype}'}}}",
                                Map.of())
                        .partners()
                        .get(0)
                        .headers()
                        .get(0)
                        .value())
                .isEqualTo("Linux");
    }

    @Test
    void aSecretOfDigitsKeepsItsZeros() {
        Configuration read = read(
                "partners: {shop: {url: 'http://a', auth: {bearer: '${env:A}'}}}\nsettings: {key: '${env:A}'}",
                Map.of("A", "004711"));
        assertThat(read.partners().get(0).auth().bearer()).isEqualTo("004711");
        assertThat(DefaultMashupSettings.of(read.settings()).text("key")).isEqualTo("004711");
    }

    @Test
    void anErrorOfATextWithAReferenceShowsNoPartOfTheValue() {
        assertRefusedWithout("server: {host: 'a b ${env:A}'}", "x7".repeat(200), "x7x7");
        assertRefusedWithout("server: {host: 'a b ${env:A}'}", "one\ntwo", "one");
        assertRefusedWithout("server: {host: '1 ${env:A}'}", "abc", "abc");
        assertRefusedWithout("server: {proxies: {trusted: '${env:A}'}}", "se, cret 1", "cret");
        assertRefusedWithout("server: {port: '${env:A}'}", "0998877", "998877");
    }

    private void assertRefusedWithout(String yaml, String value, String part) {
        assertThatThrownBy(() -> read(yaml, Map.of("A", value)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("${env:A}")
                .hasMessageNotContaining(part);
    }

    @Test
    void anErrorShowsTheReferenceOfTheLongerOfTwoValues() {
        assertThatThrownBy(() -> read(
                        "server: {port: '${env:LONG}', host: '${env:SHORT}'}",
                        Map.of("LONG", "secret-and-more", "SHORT", "secret")))
                .hasMessageNotContaining("and-more");
    }

    @Test
    void anErrorOfASettingThatAMashupReadsShowsTheReference() {
        DefaultMashupSettings settings = DefaultMashupSettings.of(
                read("settings: {shop: {max: '${env:A}', all: 'x ${env:A}'}}", Map.of("A", SECRET))
                        .settings()
                        .with(SettingValues.NONE));
        assertThatThrownBy(() -> settings.number("shop.max", 1, 2))
                .hasMessageContaining("${env:A}")
                .hasMessageNotContaining(SECRET);
        assertThatThrownBy(() -> settings.list("shop.all"))
                .hasMessageContaining("${env:A}")
                .hasMessageNotContaining(SECRET);
    }

    @Test
    void aSectionThatAnIncludedFileHasTwiceIsRefused() throws IOException {
        Path main = file("medley.yaml", "include: [more.yaml]\npartners: {a: {url: 'http://a'}}");
        Path more = file("more.yaml", "partners: {b: {url: 'http://b'}}\npartners: {c: {url: 'http://c'}}\n");
        assertThatThrownBy(() -> Given.READER.read(main, Map.of(), Map.of()))
                .hasMessageContaining(
                        more + ":2:1: partners: is given twice; expected once, and it is already in line 1");
    }

    @Test
    void anIncludeThatIsNoNameIsRefused() throws IOException {
        for (String item : List.of("{a: 1}", "[a]", "null", "''", "\"a\\0\"")) {
            Path main = file("medley.yaml", "include: [" + item + "]\nserver: {port: 0}\n");
            assertThatThrownBy(() -> Given.READER.read(main, Map.of(), Map.of()))
                    .as(item)
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("include[0]: ");
        }
    }

    @Test
    void aFileThatIsIncludedByTwoNamesIsRefused() throws IOException {
        file("more.yaml", "settings: {}\n");
        Path main = file("medley.yaml", "include: [more.yaml, ./more.yaml]\nserver: {port: 0}\n");
        assertThatThrownBy(() -> Given.READER.read(main, Map.of(), Map.of()))
                .hasMessageContaining("include[1]: is included twice");
    }

    private Path file(String name, String text) throws IOException {
        return Files.write(folder.resolve(name), text.getBytes(StandardCharsets.UTF_8));
    }

    private static Configuration read(String yaml, Map<String, String> environment) {
        return Given.READER.parse("medley.yaml", yaml, environment, Map.of());
    }

    private static void assertRefused(String yaml, String message) {
        assertThatThrownBy(() -> read(yaml, Map.of()))
                .isInstanceOfSatisfying(
                        ConfigurationException.class,
                        x -> assertThat(x.problems()).containsExactly(message));
    }
}
