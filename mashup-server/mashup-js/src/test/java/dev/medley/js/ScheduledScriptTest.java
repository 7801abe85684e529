package dev.medley.js;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.stubs.StubAnswer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A script that runs by a schedule, and those that read its snapshot. */
final class ScheduledScriptTest {

    @TempDir
    private Path folder;

    @Test
    void itsLastReplyIsASnapshot() throws Exception {
        Files.writeString(folder.resolve("rates.mjs"), """
                export const path = '/rates';
                export const every = '1h';
                export default async (request, {partners}) => ({rate: await partners.a.get('/rate').json()});
                """);
        Files.writeString(folder.resolve("reader.mjs"), ScriptServer.script("/reader", """
                        const {value, status, age} = await snapshot('rates');
                        return {value, status, young: age < 60, none: await snapshot('nothing').catch(e => e.message)};
                        """));
        try (ScriptServer server = ScriptServer.start(folder, change -> {})) {
            server.stubs().answer("GET", "/rate", StubAnswer.json(200, "1.07"));
            assertThat(server.get("/reader").body())
                    .startsWith("{\"value\":{\"rate\":1.07},\"status\":200,\"young\":true,\"none\":\"")
                    .contains("nothing");
            assertThat(server.get("/rates").body()).isEqualTo("{\"rate\":1.07}");
            assertThat(server.stubs().requests("GET", "/rate")).isEqualTo(1);
        }
    }
}
