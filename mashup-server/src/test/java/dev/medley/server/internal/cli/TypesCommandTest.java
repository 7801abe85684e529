package dev.medley.server.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class TypesCommandTest {

    @RegisterExtension
    final Printed printed = new Printed();

    @TempDir
    private Path folder;

    private Path out;

    @BeforeEach
    void nameFile() {
        out = folder.resolve("medley.d.ts");
    }

    @Test
    void theDeclarationsHaveTheNamesOfThePartners() throws IOException {
        assertThat(types(
                        "partners: {weather: {url: 'http://127.0.0.1:1'}, hotel-x: {url: 'http://127.0.0.1:1'}}",
                        "--set",
                        "partners.extra.url=http://127.0.0.1:1"))
                .as(printed.errors())
                .isZero();

        assertThat(printed.output()).isEqualTo("Wrote " + out + ", partners: 3\n");
        assertThat(Files.readString(out)).contains("""
                          interface Partners {
                            readonly extra: Partner;
                            readonly 'hotel-x': Partner;
                            readonly weather: Partner;
                          }
                        """).doesNotContain("{{");
    }

    @Test
    void aFileThatIsThereIsReplaced() throws IOException {
        Files.writeString(out, "before");

        assertThat(types("partners: {}")).isZero();

        assertThat(Files.readString(out)).doesNotContain("before").contains("// The configuration has none.");
    }

    @Test
    void aConfigurationIsNeeded() {
        assertThat(MedleyCommand.run("types", "--out", out.toString())).isEqualTo(1);

        assertThat(printed.errors())
                .isEqualTo("medley: no configuration file: expected --config FILE or MEDLEY_CONFIG\n");
        assertThat(out).doesNotExist();
    }

    @Test
    void nothingIsWrittenForAConfigurationThatIsWrong() throws IOException {
        assertThat(types("partners: {weather: {url: nowhere}}")).isEqualTo(1);

        assertThat(printed.errors()).contains("medley.yaml:1:27: partners.weather.url: 'nowhere'");
        assertThat(out).doesNotExist();
    }

    @Test
    void aFolderThatIsNotThereIsNamed() throws IOException {
        out = folder.resolve("none/medley.d.ts");

        assertThat(types("partners: {}")).isEqualTo(1);

        assertThat(printed.errors()).isEqualTo("medley: " + out + ": no such file or folder\n");
    }

    private int types(String yaml, String... options) throws IOException {
        Path file = Files.writeString(folder.resolve("medley.yaml"), yaml + "\n");
        List<String> all = new ArrayList<>(List.of("types", "--config", file.toString(), "--out", out.toString()));
        all.addAll(List.of(options));
        return MedleyCommand.run(all.toArray(String[]::new));
    }
}
