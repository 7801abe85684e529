package dev.medley.server.internal.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.medley.config.ConfigurationException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.api.ListAssert;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ScriptFolderTest {

    private static final int MIB = 1 << 20;

    @TempDir
    private Path scratch = Path.of("");

    private Path folder = Path.of("");

    @BeforeEach
    void createFolder() throws IOException {
        folder = Files.createDirectory(scratch.resolve("mashups"));
    }

    @Test
    void theTextsOfTheFolderAndOfItsSubfoldersAreRead() throws IOException {
        write("trip.mjs", "a trip");
        write("rates.mjs", "rates");
        write("lib/money.mjs", "money");
        write("lib/deep/old.js", "old");
        write("cities.json", "[]");
        write("README.md", "no text of a script");

        ScriptFiles files = ScriptFiles.ofFolder(folder);
        assertThat(files.texts())
                .isEqualTo(Map.of(
                        "trip.mjs", "a trip",
                        "rates.mjs", "rates",
                        "lib/money.mjs", "money",
                        "lib/deep/old.js", "old",
                        "cities.json", "[]"));
        assertThat(files.scripts()).containsExactly("rates.mjs", "trip.mjs");
        assertThat(files.label("lib/money.mjs")).isEqualTo(folder + "/lib/money.mjs");
    }

    @Test
    void withoutAScriptInTheFolderItselfNothingIsRead() throws IOException {
        write("lib/money.mjs", "money");
        Files.write(folder.resolve("broken.js"), new byte[] {-1});

        assertThat(ScriptFiles.ofFolder(folder).texts()).isEmpty();
    }

    @Test
    void hiddenFilesAndModulesOfNodeAreLeftOut() throws IOException {
        write("trip.mjs", "a trip");
        write(".hidden.mjs", "hidden");
        write(".git/hook.js", "hook");
        write("node_modules/left-pad/index.js", "pad");

        assertThat(ScriptFiles.ofFolder(folder).texts()).containsOnlyKeys("trip.mjs");
    }

    @Test
    void aByteOrderMarkIsNoPartOfTheText() throws IOException {
        write("trip.mjs", "\uFEFFa trip");

        assertThat(ScriptFiles.ofFolder(folder).texts()).containsEntry("trip.mjs", "a trip");
    }

    @Test
    void whatIsNotUtf8IsRefusedWithItsPlace() throws IOException {
        write("trip.mjs", "a trip");
        Files.write(folder.resolve("latin.mjs"), "let a;\nlet é = 'ü';".getBytes(StandardCharsets.ISO_8859_1));

        assertProblems()
                .containsExactly(folder
                        + "/latin.mjs:2:5: is not UTF-8, because of the byte 0xE9; expected a file in that encoding");
    }

    @Test
    void aFileOfMoreThanAMebibyteIsRefused() throws IOException {
        write("trip.mjs", "a".repeat(MIB));
        assertThat(ScriptFiles.ofFolder(folder).texts().get("trip.mjs")).hasSize(MIB);

        write("cities.json", "1".repeat(MIB + 1));
        assertProblems().containsExactly(folder + "/cities.json: is larger than 1MiB; expected a file of 1MiB or less");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void linksAreFollowedWithinTheFolder() throws IOException {
        // As in Kubernetes, which mounts a map of files so.
        write("..2026/trip.mjs", "a trip");
        Files.createSymbolicLink(folder.resolve("..data"), Path.of("..2026"));
        Files.createSymbolicLink(folder.resolve("trip.mjs"), Path.of("..data/trip.mjs"));
        Path linked = Files.createSymbolicLink(scratch.resolve("linked"), folder);

        assertThat(ScriptFiles.ofFolder(linked).texts()).isEqualTo(Map.of("trip.mjs", "a trip"));
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void linksOutOfTheFolderAreNotFollowed() throws IOException {
        write("trip.mjs", "a trip");
        Path secret = Files.writeString(scratch.resolve("secret.json"), "{}");
        Files.createSymbolicLink(folder.resolve("link.json"), secret);
        Files.createSymbolicLink(folder.resolve("nowhere.js"), scratch.resolve("none"));
        Files.createSymbolicLink(folder.resolve("up"), scratch);

        assertProblems()
                .containsExactly(
                        folder + "/link.json: is a link to " + secret.toRealPath() + "; expected a file in the folder",
                        folder + "/nowhere.js: cannot read: java.nio.file.NoSuchFileException: "
                                + folder.resolve("nowhere.js"));
    }

    @Test
    void aFolderThatIsNotThereIsRefused() {
        folder = scratch.resolve("none");

        assertProblems().containsExactly(folder + ": cannot read: java.nio.file.NoSuchFileException: " + folder);
    }

    @Test
    void changedNewAndDeletedFilesAreFound() throws IOException {
        write("trip.mjs", "a trip");
        write("same.mjs", "same");
        write("lib/gone.js", "gone");
        ScriptFolder opened = ScriptFolder.read(folder, new ArrayList<>());
        assertThat(opened.changedFiles()).isEmpty();

        write("trip.mjs", "another trip");
        write("same.mjs", "same");
        write("lib/new.js", "new");
        Files.delete(folder.resolve("lib/gone.js"));

        assertThat(opened.changedFiles())
                .containsExactly(
                        folder.resolve("lib/gone.js"), folder.resolve("lib/new.js"), folder.resolve("trip.mjs"));
    }

    @Test
    void aLookChangesWithTheFiles() throws IOException {
        String empty = ScriptFolder.look(folder);
        write("trip.mjs", "a trip");
        String one = ScriptFolder.look(folder);
        write("trip.mjs", "another trip");
        String changed = ScriptFolder.look(folder);
        write("lib/money.js", "money");
        String two = ScriptFolder.look(folder);

        assertThat(List.of(empty, one, changed, two)).doesNotHaveDuplicates();
        write("README.md", "of no script");
        assertThat(ScriptFolder.look(folder)).isEqualTo(two);
    }

    private void write(String path, String text) throws IOException {
        Path file = folder.resolve(path);
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Files.writeString(file, text);
    }

    private ListAssert<String> assertProblems() {
        ConfigurationException thrown =
                catchThrowableOfType(ConfigurationException.class, () -> ScriptFiles.ofFolder(folder));
        return assertThat(Arrays.asList(thrown.problems().toArray(String[]::new)));
    }
}
