package dev.medley.config.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.medley.config.AdmissionSettings;
import dev.medley.config.ServerSettings;
import dev.medley.config.internal.caller.CallerSettings;
import dev.medley.config.internal.document.Key;
import dev.medley.config.internal.quota.QuotaSettings;
import dev.medley.config.internal.topic.TopicOptions;
import dev.medley.server.internal.declaration.ServerConfiguration;
import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Holds the documents to the declarations; with {@code -Dmedley.documents=write} it writes them. */
class ConfigurationDocumentsTest {

    private static final Path READY = Path.of("../config/medley.yaml");
    private static final Path SCHEMA = Path.of("../config/medley.schema.json");
    private static final Path DOCUMENTATION = Path.of("../docs/configuration.md");
    private static final Path DECLARED = Path.of("../docs/declared-mashups.md");

    /** The keys of partners without a default. */
    private static final Set<String> OF_PARTNERS = Set.of(
            "partners.<name>.urls",
            "partners.<name>.openapi",
            "partners.<name>.endpoints.srv",
            "partners.<name>.endpoints.zone",
            "partners.<name>.endpoints.fault-statuses",
            "partners.<name>.health-check.path");

    @Test
    void theTablesOfTheDocumentationAreThoseOfTheDeclarations() throws IOException {
        holds(DOCUMENTATION, ConfigurationDocuments::tables);
    }

    @Test
    void theTablesAboutDeclaredMashupsAreThoseOfTheDeclarations() throws IOException {
        holds(DECLARED, ConfigurationDocuments::declared);
    }

    @Test
    void theTableAboutCallersIsThatOfTheDeclarations() throws IOException {
        holds(Path.of("../docs/callers.md"), ConfigurationDocuments::callers);
    }

    @Test
    void theTableAboutQuotasIsThatOfTheDeclarations() throws IOException {
        holds(Path.of("../docs/quotas.md"), ConfigurationDocuments::quotas);
    }

    @Test
    void theTableAboutTopicsIsThatOfTheDeclarations() throws IOException {
        holds(Path.of("../docs/topics.md"), ConfigurationDocuments::topics);
    }

    @Test
    void theReadyConfigurationShowsTheDeclarations() throws IOException {
        holds(READY, ConfigurationDocuments::ready);
    }

    @Test
    void theSchemaForEditorsIsThatOfTheDeclarations() throws IOException {
        holds(SCHEMA, any -> ConfigurationDocuments.schema());
    }

    @Test
    void theDocumentationHasEveryKeyAndNoOther() throws IOException {
        assertThat(Files.readAllLines(DOCUMENTATION))
                .filteredOn(line -> line.matches("\\| `(server|partners|mashups)\\..*"))
                .extracting(row -> row.split("`", -1)[1])
                .containsExactlyElementsOf(ServerConfiguration.READER.schema().valueKeys().stream()
                        .filter(key -> !isOfDeclaredMashups(key) && !isElsewhere(key))
                        .map(key -> key.toString().replace("mashups." + Group.ANY_NAME, "mashups.<path>"))
                        .toList());
    }

    /** Other documents have them: {@code include}, for which there are no files here, and the sections of one subject. */
    private static boolean isElsewhere(Key key) {
        return key.names().size() == 1
                || Stream.of(CallerSettings.SECTION, QuotaSettings.SECTION, TopicOptions.SECTION)
                        .anyMatch(section -> section.isAbove(key));
    }

    /** Those are in a document of their own, whose tables are generated. */
    private static boolean isOfDeclaredMashups(Key key) {
        return key.names().get(0).equals("mashups")
                && MashupKeys.OPTIONS
                        .settings()
                        .noneMatch(option -> key.toString().endsWith("." + option.path()));
    }

    @Test
    void theReadyConfigurationIsValid() {
        Configuration configuration = ServerConfiguration.READER.read(READY, Map.of(), Map.of());

        assertThat(configuration.server()).isEqualTo(ServerSettings.builder().build());
        assertThat(configuration.partners())
                .extracting(partner -> partner.name() + " " + partner.url())
                .containsExactly(
                        "weather http://127.0.0.1:9001", "hotels http://127.0.0.1:9002", "news http://127.0.0.1:9003");
    }

    @Test
    void theReadyConfigurationShowsEveryKeyWithTheValueThatItHasAnyhow() throws IOException {
        Set<String> left = new HashSet<>();
        String ready = Files.readString(READY);
        for (Key key : ServerConfiguration.READER.schema().valueKeys()) {
            Setting<?> setting = (Setting<?>)
                    Objects.requireNonNull(ServerConfiguration.READER.schema().find(key));
            // They exclude or need each other, and TLS, canaries, mirrors and health checks are off anyhow.
            boolean off = setting.path().matches("(.*\\.)?(tls|auth|canary|mirror)\\..*|log\\.fields")
                    || OF_PARTNERS.contains(key.toString());
            if (off && setting.defaultValue().isEmpty()) {
                String shown = "#" + key.name() + ": " + setting.example() + "\n";
                assertThat(Files.readString(READY)).contains(shown);
                ready = ready.replace(shown, "");
                left.add(key.toString());
            }
        }
        // The name is an example, too.
        ready = ready.replaceAll("(?m)^ *#[a-z-]+: \\{%s: .*\n".formatted(Group.ANY_NAME), "");
        String everything = ready.replaceAll("(?m)^( *)#(?=[a-z-]+:)", "$1");

        Configuration configuration = read(everything);

        assertThat(configuration.given().keySet())
                .containsAll(ServerConfiguration.READER.schema().valueKeys().stream()
                        .filter(key -> !isElsewhere(key))
                        .map(Key::toString)
                        .filter(key ->
                                !left.contains(key) && !key.startsWith("mashups.") && !key.endsWith(Group.ANY_NAME))
                        .map(key -> key.replace(Group.ANY_NAME, "weather"))
                        .toList());
        assertThat(configuration.partners())
                .isEqualTo(ServerConfiguration.READER
                        .read(READY, Map.of(), Map.of())
                        .partners());
        AdmissionSettings admission = configuration.server().admission();
        ServerSettings usual = ServerSettings.builder()
                .admission(shown -> shown.maxConcurrent(admission.maxConcurrent())
                        .priorityField(Objects.requireNonNull(admission.priorityField())))
                .log(shown -> shown.slow(
                        Objects.requireNonNull(configuration.server().log().slow())))
                .traces(shown -> shown.endpoint(
                        Objects.requireNonNull(configuration.server().traces().endpoint())))
                .sessions(shown -> {
                    shown.cookie(Objects.requireNonNull(
                            configuration.server().sessions().cookie()));
                    shown.maxLogBytes(Objects.requireNonNull(
                            configuration.server().sessions().maxLogBytes()));
                })
                .deadline(configuration.deadline())
                .maxHeldBytes(configuration.server().maxHeldBytes())
                .threads(configuration.server().threads())
                .loops(configuration.server().loops())
                .admin(shown -> shown.operatorPort(
                        Objects.requireNonNull(configuration.server().admin().operatorPort())))
                .build();
        assertThat(configuration.server()).isEqualTo(usual);
    }

    @Test
    void theReadyConfigurationNamesItsSchema() throws IOException {
        assertThat(Files.readAllLines(READY).get(0))
                .isEqualTo("# yaml-language-server: $schema=" + SCHEMA.getFileName());
    }

    @Test
    void theDocumentationNamesTheVariablesThatAreNotForTheConfiguration() throws IOException {
        assertThat(Files.readString(DOCUMENTATION))
                .contains(Overrides.RESERVED.stream()
                        .map(name -> "`" + name + "`")
                        .toList());
    }

    @Test
    void theDocumentationNamesTheKeysOfTheContainer() throws IOException {
        String section = Files.readString(DOCUMENTATION).split("## In a servlet container", -1)[1];
        List<String> ofContainer = ConfigurationReader.SERVERS
                .keys()
                .settings()
                .filter(setting -> setting.has(Setting.Trait.OF_CONTAINER))
                .map(setting -> setting.path()
                        .replaceFirst("^(tls|admin\\.tls|http2|clients|proxies|cors|addresses)\\..*", "$1.*"))
                .distinct()
                .map(path -> "`server." + path + "`")
                .toList();

        assertThat(section.split("```", -1)[0].replace("\n", " ")).contains(String.join(", ", ofContainer) + ".");
    }

    @Test
    void theExamplesInTheDocumentationAreValid(@TempDir Path secrets) throws IOException {
        Files.writeString(secrets.resolve("shop-token"), "4711");
        List<String> examples = Pattern.compile("```yaml\\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(DOCUMENTATION))
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();

        assertThat(examples)
                .isNotEmpty()
                .map(yaml -> yaml.replace("/run/secrets", secrets.toString()))
                .allSatisfy(yaml -> assertThatCode(() -> read(yaml)).doesNotThrowAnyException());
    }

    private static Configuration read(String yaml) {
        return ServerConfiguration.READER.parse("medley.yaml", yaml, Map.of(), Map.of());
    }

    private static void holds(Path file, UnaryOperator<String> expected) throws IOException {
        String present = Files.exists(file) ? Files.readString(file) : "";
        if ("write".equals(System.getProperty("medley.documents"))) {
            Files.writeString(file, expected.apply(present));
        } else {
            assertThat(present)
                    .as("%s; -Dmedley.documents=write writes it", file)
                    .isEqualTo(expected.apply(present));
        }
    }
}
