package dev.medley.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.medley.server.internal.declaration.ServerConfiguration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentationTest {

    private static final Pattern SECRET_FILE = Pattern.compile("\\$\\{file:/run/secrets/([^}]+)}");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{env:(\\w+)}");

    @TempDir
    private Path folder;

    @Test
    void theProgramsOfTheReadmeCompile() throws Exception {
        List<String> blocks = MarkdownPage.read("README.md").blocks("java");
        assertThat(blocks).hasSize(3);
        String imports = """
                package readme;
                import dev.medley.exchange.Exchange;
                import dev.medley.exchange.ExchangeListener;
                import dev.medley.exchange.Outcome;
                import dev.medley.mashup.Mashup;
                import dev.medley.mashup.Reply;
                import dev.medley.server.MedleyServer;
                import dev.medley.servlet.MashupServlet;
                import jakarta.servlet.annotation.WebServlet;
                import java.io.IOException;
                import java.util.concurrent.CompletionStage;
                @SuppressWarnings("serial")
                """;
        String listener =
                "final class Listening {\n void listen(Mashup mashup, String city) {\n" + blocks.get(1) + "}\n}";
        try (Compiled compiled =
                Compiled.of(folder, List.of(imports + blocks.get(0), imports + listener, imports + blocks.get(2)))) {
            assertThat(compiled.load("readme.TripServlet")).isPublic();
            assertThat(compiled.load("readme.TravelServer")).isPublic();
        }
    }

    @Test
    void theKeyOfThePageForContributorsCompiles() throws Exception {
        String declaration = MarkdownPage.read("CONTRIBUTING.md").blocks("java").get(0);
        String source = """
                package contributing;
                import dev.medley.setting.internal.Group;
                import dev.medley.setting.internal.Setting;
                import dev.medley.setting.internal.Setting.Trait;
                import dev.medley.setting.internal.Settings;
                import dev.medley.setting.internal.SettingsBuilder;
                import dev.medley.setting.internal.SettingsType;
                import dev.medley.setting.internal.SettingsView;
                import dev.medley.setting.internal.ValueParsers;
                %s
                """.formatted(declaration);
        try (Compiled compiled = Compiled.of(folder, List.of(source))) {
            assertThat(compiled.load("contributing.SampleSettings")).isNotNull();
        }
    }

    @Test
    void theProgramAndTheTestsOfThePageOfTheStubsCompile() throws Exception {
        List<String> blocks = MarkdownPage.read("docs/stubs.md").blocks("java");
        assertThat(blocks).hasSize(6);
        String imports = """
                package stubs;
                import static org.junit.jupiter.api.Assertions.assertEquals;
                import dev.medley.server.internal.samples.TripServlet;
                import dev.medley.server.recording.Recording;
                import dev.medley.stubs.*;
                import dev.medley.stubs.proxy.*;
                import dev.medley.stubs.raw.*;
                import dev.medley.stubs.tls.*;
                import dev.medley.test.MedleyExtension;
                import dev.medley.test.Partner;
                import java.net.http.HttpResponse;
                import java.nio.file.Path;
                import java.time.Duration;
                import org.junit.jupiter.api.Test;
                import org.junit.jupiter.api.extension.RegisterExtension;
                """;
        String snippets =
                "@SuppressWarnings(\"try\")\nfinal class Snippets {\n static MedleyExtension MEDLEY;\n void answers(PartnerStubs stubs) {\n%s}\n"
                                .formatted(blocks.get(2))
                        + " void records(PartnerStubs stubs) {\n%s}\n".formatted(blocks.get(3))
                        + " void recordings() throws Exception {\n%s}\n".formatted(blocks.get(4))
                        + " void raw(Path folder) throws Exception {\n%s}\n}".formatted(blocks.get(5));
        try (Compiled compiled =
                Compiled.of(folder, List.of(imports + blocks.get(0), imports + blocks.get(1), imports + snippets))) {
            assertThat(compiled.load("stubs.ShopStubs")).isNotNull();
            assertThat(compiled.load("stubs.TripTest")).isNotNull();
        }
    }

    @Test
    void theSettingsInCodeOfThePageOfPartnersCompile() throws Exception {
        List<String> blocks = MarkdownPage.read("docs/partners.md").blocks("java");
        assertThat(blocks).hasSize(1);
        String snippet = """
                package partners;
                import dev.medley.partner.*;
                import dev.medley.partner.CacheSettings;
                import dev.medley.partner.BreakerSettings;
                import dev.medley.partner.HedgeSettings;
                import java.time.Duration;
                final class Snippet {
                    PartnerSettings settings() {
                %s        return hotels;
                    }
                }
                """.formatted(blocks.get(0));
        try (Compiled compiled = Compiled.of(folder, List.of(snippet))) {
            assertThat(compiled.load("partners.Snippet")).isNotNull();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"README.md", "docs/first-mashup.md", "docs/configuration.md", "docs/tls.md", "docs/partners.md"})
    void theConfigurationsShownAreRight(String page) throws Exception {
        List<String> blocks = MarkdownPage.read(page).blocks("yaml");
        assertThat(blocks).isNotEmpty();
        for (String yaml : blocks) {
            Path file = Files.writeString(folder.resolve("medley.yaml"), withSecrets(yaml));
            assertThatCode(() -> ServerConfiguration.READER.read(file, variables(yaml), Map.of()))
                    .as(yaml)
                    .doesNotThrowAnyException();
        }
    }

    /** Returns {@code yaml} with the secret files that it refers to in the folder of the test. */
    private String withSecrets(String yaml) throws IOException {
        Matcher references = SECRET_FILE.matcher(yaml);
        while (references.find()) {
            Files.writeString(folder.resolve(references.group(1)), "4711");
        }
        return references.replaceAll(Matcher.quoteReplacement("${file:" + folder + "/") + "$1}");
    }

    private static Map<String, String> variables(String yaml) {
        return VARIABLE.matcher(yaml).results().collect(Collectors.toMap(each -> each.group(1), each -> "4711"));
    }
}
