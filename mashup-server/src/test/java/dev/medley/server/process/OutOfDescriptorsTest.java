package dev.medley.server.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.medley.stubs.PartnerStubs;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fault 50: the process has no file descriptor left. */
@EnabledOnOs(OS.LINUX)
class OutOfDescriptorsTest {

    private static final int LIMIT = 400;
    private static final int CLIENTS = 500;
    private static final int WARM_UP = 50;
    private static final Duration WINDOW = Duration.ofSeconds(2);
    /** A selector that spins takes all of a processor. */
    private static final Duration LITTLE = Duration.ofMillis(700);

    private static final Pattern REFUSALS = Pattern.compile("no connection can be accepted now");

    @TempDir
    private Path folder;

    @ParameterizedTest(name = "{0} loops")
    @ValueSource(ints = {2, 0})
    void theServerServesOpenConnectionsDoesNotSpinAndRecovers(int loops) throws Exception {
        try (PartnerStubs partner = PartnerStubs.builder().threads(2).start()) {
            String configuration = """
                    server: {host: 127.0.0.1, port: 0, samples: true, access-log: false, admin: {port: 0}, loops: %d}
                    partners: {partner: {url: '%s'}}
                    """.formatted(loops, partner.uri());
            try (ServerProcess server =
                            ServerProcess.startAfter("ulimit -n " + LIMIT, folder, configuration, "-Xmx256m");
                    Socket open = connect(server)) {
                // Classes are loaded from many files here, and from one that is open in the product.
                for (int i = 0; i < WARM_UP; i++) {
                    assertThat(get(open)).contains("200");
                }
                List<Socket> clients = new ArrayList<>();
                try {
                    for (int i = 0; i < CLIENTS; i++) {
                        clients.add(connect(server));
                    }
                    await().until(() -> REFUSALS.matcher(server.output()).find());

                    Duration before = cpu(server);
                    long began = System.nanoTime();
                    await().until(() -> {
                        assertThat(get(open)).contains("200");
                        return System.nanoTime() - began > WINDOW.toNanos();
                    });
                    assertThat(cpu(server).minus(before)).isLessThan(LITTLE);
                    assertThat(REFUSALS.matcher(server.output()).results()).hasSize(1);
                } finally {
                    for (Socket client : clients) {
                        client.close();
                    }
                }

                assertThat(server.get("/fanout?c=1").get(30, TimeUnit.SECONDS).statusCode())
                        .isEqualTo(200);
                await().until(() -> server.output().contains("connections are accepted again"));
            }
        }
    }

    private static Duration cpu(ServerProcess server) {
        return ProcessHandle.of(server.pid())
                .flatMap(process -> process.info().totalCpuDuration())
                .orElseThrow();
    }

    private static Socket connect(ServerProcess server) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.setSoTimeout((int) ServerProcess.PATIENCE.toMillis());
        return socket;
    }

    /** Sends a request on a connection that stays open, and returns the status line of the reply. */
    private static String get(Socket socket) throws IOException {
        socket.getOutputStream()
                .write("GET /fanout?c=1&size=200 HTTP/1.1\r\nHost: localhost\r\n\r\n"
                        .getBytes(StandardCharsets.US_ASCII));
        BufferedReader reader =
                new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
        String status = reader.readLine();
        int length = 0;
        for (String line = reader.readLine(); line != null && !line.isEmpty(); line = reader.readLine()) {
            if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(
                        line.substring("content-length:".length()).strip());
            }
        }
        for (int i = 0; i < length; i++) {
            reader.read();
        }
        return String.valueOf(status);
    }
}
