package dev.medley.loadtest.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ForeignBuildTest {

    @TempDir
    private Path folder;

    private Path project;
    private Path shared;
    private Path runs;

    @BeforeEach
    void createProject() throws IOException {
        project = Files.createDirectories(folder.resolve("rival"));
        shared = Files.writeString(folder.resolve("shared.jar"), "");
        runs = folder.resolve("runs");
        Files.writeString(project.resolve("pom.xml"), "<project/>");
    }

    @Test
    void aProjectIsBuiltOnceAndAgainWhenWhatItIsBuiltFromIsNewer() throws Exception {
        ForeignBuild build = build("echo \"$@\" >> " + runs);

        String path = build.classPath(List.of("-Dversion=1"), log());
        build.classPath(List.of("-Dversion=1"), log());

        assertThat(path).isEqualTo(project.resolve("target/classes") + File.pathSeparator + project + "/target/lib/*");
        assertThat(runs)
                .content()
                .isEqualTo("-B -ntp -q -o -f %s/pom.xml clean package -Dversion=1\n".formatted(project));

        touch(project.resolve("pom.xml"));
        build.classPath(List.of(), log());
        assertThat(Files.readAllLines(runs)).hasSize(2);

        Files.setLastModifiedTime(project.resolve("pom.xml"), FileTime.from(Instant.EPOCH));
        touch(shared);
        build.classPath(List.of(), log());
        assertThat(Files.readAllLines(runs)).hasSize(3);
    }

    @Test
    void whatTheLocalRepositoryLacksIsDownloaded() throws Exception {
        build("echo \"$4\" >> %s; [ \"$4\" != -o ]".formatted(runs)).classPath(List.of(), log());

        assertThat(Files.readAllLines(runs)).containsExactly("-o", "-f");
    }

    @Test
    void aBuildThatFailsShowsTheEndOfMavensOutputAndIsTriedAgain() throws IOException {
        ForeignBuild build = build("echo run >> " + runs + "; echo there is no such artifact; exit 1");

        assertThatThrownBy(() -> build.classPath(List.of(), log()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the build of " + project + " failed")
                .hasMessageContaining("there is no such artifact");
        assertThatThrownBy(() -> build.classPath(List.of(), log())).isInstanceOf(IOException.class);
        assertThat(Files.readAllLines(runs)).hasSize(4);
    }

    @Test
    void aProjectThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> ForeignBuild.of("loadtest/clients/none"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("loadtest/clients/none/pom.xml")
                .hasMessageContaining("checkout");
    }

    private ForeignBuild build(String script) throws IOException {
        Path wrapper = Files.writeString(folder.resolve("mvnw"), "#!/bin/sh\n" + script + "\n");
        assertThat(wrapper.toFile().setExecutable(true)).isTrue();
        return new ForeignBuild(wrapper, project, List.of(shared));
    }

    private Path log() {
        return folder.resolve("build.log");
    }

    /** Makes a file newer than any build of this test. */
    private static void touch(Path file) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(60)));
    }
}
