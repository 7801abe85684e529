package dev.medley.server.internal.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class StartUpCacheTest {

    @TempDir
    private Path folder;

    @Test
    void aCacheIsInItsPlaceOnceItIsComplete() throws Exception {
        make("printf classes >" + made());

        assertThat(cache()).hasContent("classes");
        assertThat(size()).hasContent("7");
        assertThat(made()).doesNotExist();
    }

    @Test
    void aCacheThatCannotBeMadeIsNotedAsNone() throws Exception {
        make("printf cl >" + made() + "; exit 1");

        assertThat(cache()).doesNotExist();
        assertThat(size()).hasContent("none");
        assertThat(made()).doesNotExist();
    }

    @Test
    void aJvmThatWritesNoCacheHasNone() throws Exception {
        make("true");

        assertThat(size()).hasContent("none");
    }

    @Test
    void whatARunThatWasEndedHasLeftIsRemoved() throws Exception {
        Files.createFile(folder.resolve("start-up-1.options"));
        Files.createFile(folder.resolve("start-up-1.4711"));
        Files.createFile(folder.resolve("start-up-1.4711.config"));

        make("printf classes >" + made());

        assertThat(folder).isDirectoryNotContaining("glob:**4711*").isDirectoryContaining("glob:**start-up-1.options");
    }

    @Test
    void itHasNoOptionsOfTheEnvironment() throws Exception {
        make("printf '%s' \"${JAVA_TOOL_OPTIONS:-}${JDK_JAVA_OPTIONS:-}none\" >" + made());

        assertThat(cache()).hasContent("none");
    }

    @Test
    void itsRequestsHaveNoSpans() throws Exception {
        make("printf '%s' \"${OTEL_SDK_DISABLED:-}\" >" + made());

        assertThat(cache()).hasContent("true");
    }

    private void make(String script) throws IOException, InterruptedException {
        new StartUpCache(cache()).make(List.of("/bin/sh", "-c", script));
    }

    private Path cache() {
        return folder.resolve("start-up-1");
    }

    private Path size() {
        return folder.resolve("start-up-1.size");
    }

    private Path made() {
        return folder.resolve("start-up-1." + ProcessHandle.current().pid());
    }
}
