package dev.medley.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.stubs.PartnerStubs;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fault 49: a process without memory ends, to be restarted. */
class OutOfMemoryTest {

    private static final int OUT_OF_MEMORY = 3;
    private static final int MANY = 3;

    @TempDir
    private Path folder;

    @Test
    void withoutHeapTheProcessEnds() throws Exception {
        try (PartnerStubs partner = PartnerStubs.builder().threads(2).start();
                ServerProcess server = start(partner, "-Xmx64m", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError")) {
            List<CompletableFuture<HttpResponse<String>>> replies = IntStream.range(0, 4)
                    .mapToObj(i -> server.get("/fanout?c=256&size=" + (1 << 20)))
                    .toList();

            assertThat(server.awaitExit()).isEqualTo(OUT_OF_MEMORY);
            assertThat(replies).isNotEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 0})
    void withoutDirectMemoryTheProcessEnds(int loops) throws Exception {
        try (PartnerStubs partner = PartnerStubs.builder().threads(2).start();
                ServerProcess server = start(
                        partner, loops, "-Xmx256m", "-XX:MaxDirectMemorySize=16k", "-XX:+ExitOnOutOfMemoryError")) {
            List<CompletableFuture<HttpResponse<String>>> replies = IntStream.range(0, MANY)
                    .mapToObj(i -> server.get("/pass?size=" + (1 << 20)))
                    .toList();

            assertThat(server.awaitExit()).isEqualTo(OUT_OF_MEMORY);
            assertThat(server.output()).contains("medley: terminating due to java.lang.OutOfMemoryError");
            assertThat(replies).isNotEmpty();
        }
    }

    private ServerProcess start(PartnerStubs partner, String... options) throws IOException {
        return start(partner, 2, options);
    }

    private ServerProcess start(PartnerStubs partner, int loops, String... options) throws IOException {
        String configuration = """
                server:
                  {host: 127.0.0.1, port: 0, samples: true, access-log: false, admin: {port: 0}, loops: %d,
                   max-held-bytes: 100GiB}
                partners: {partner: {url: '%s'}}
                """.formatted(loops, partner.uri());
        return ServerProcess.start(folder, configuration, options);
    }
}
