package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.server.internal.mashups.MashupSource;
import dev.medley.server.reload.ReloadReport;
import dev.medley.stubs.PartnerStubs;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The configuration changes while bodies are on their way through. */
class PassedReloadTest {

    private static final String PASS = "mashups: {/api/*: {pass: {partner: api}}}\n";

    @TempDir
    private Path folder;

    private ReloadRig rig;
    private PartnerByHand old;
    private PartnerStubs changed;

    @BeforeEach
    void open() throws Exception {
        rig = new ReloadRig(folder);
        old = PartnerByHand.open();
        changed = rig.partner("new");
    }

    @AfterEach
    void close() throws Exception {
        rig.close();
        old.close();
    }

    @Test
    void transfersGoOnWithThePartnerThatTheyBeganWith() throws Exception {
        write("url: '" + old.url() + "'", PASS);
        RunningServer server = rig.start(new ServerBuilder().mashups(MashupSource.declared()));
        try (ClientSocket reader = ClientSocket.to(server);
                ClientSocket writer = ClientSocket.to(server)) {
            PartnerByHand.Connection download = halfRead(reader, "/api/x");
            writer.send("PUT /api/y HTTP/1.1\r\nHost: localhost\r\nContent-Length: 8\r\n\r\nhalf");
            PartnerByHand.Connection upload = old.accept();
            upload.readHead();
            assertThat(upload.read(4)).isEqualTo("half");

            write(ReloadRig.at(changed), PASS);
            ReloadReport report = ReloadRig.reload(server);

            assertThat(report.changed()).containsExactly("partners.api");
            assertThat(Replies.get(server.uri(), "/api/who").body()).isEqualTo("\"new\"");
            download.send("done");
            assertThat(reader.readUntil("done")).isEqualTo("done");
            writer.send("done");
            assertThat(upload.read(4)).isEqualTo("done");
            upload.send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nold");
            assertThat(writer.readUntil("old")).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void aTransferGoesOnWhenItsMashupIsGone() throws Exception {
        write("url: '" + old.url() + "'", PASS);
        RunningServer server = rig.start(new ServerBuilder().mashups(MashupSource.declared()));
        try (ClientSocket reader = ClientSocket.to(server)) {
            PartnerByHand.Connection download = halfRead(reader, "/api/x");

            rig.write("", "");
            assertThat(ReloadRig.reload(server).applied()).isTrue();

            assertThat(Replies.get(server.uri(), "/api/x").statusCode()).isEqualTo(404);
            download.send("done");
            assertThat(reader.readUntil("done")).isEqualTo("done");
        }
    }

    @Test
    void oneMethodChangesAndTheOthersStay() throws Exception {
        String get = "      GET: {exchanges: {f: {partner: api, path: /f}}, reply: {pass: f}}\n";
        write(
                "url: '" + old.url() + "'",
                "mashups:\n  /m:\n    methods:\n" + get + "      POST: {reply: {body: '1'}}\n");
        RunningServer server = rig.start(new ServerBuilder().mashups(MashupSource.declared()));
        try (ClientSocket reader = ClientSocket.to(server);
                ClientSocket writer = ClientSocket.to(server)) {
            PartnerByHand.Connection download = halfRead(reader, "/m");
            writer.send(post("/m"));
            assertThat(writer.readUntil("\r\n\r\n1")).startsWith("HTTP/1.1 200 ");

            write(
                    "url: '" + old.url() + "'",
                    "mashups:\n  /m:\n    methods:\n" + get + "      POST: {reply: {body: '2'}}\n");
            assertThat(ReloadRig.reload(server).changed()).containsExactly("mashups./m");
            writer.send(post("/m"));
            assertThat(writer.readUntil("\r\n\r\n2")).startsWith("HTTP/1.1 200 ");
            download.send("done");
            assertThat(reader.readUntil("done")).isEqualTo("done");

            write("url: '" + old.url() + "'", "mashups:\n  /m:\n    methods:\n" + get);
            assertThat(ReloadRig.reload(server).changed()).containsExactly("mashups./m");
            writer.send(post("/m"));
            assertThat(writer.readUntil("\r\n\r\n"))
                    .startsWith("HTTP/1.1 405 ")
                    .contains("Allow: GET, HEAD, OPTIONS\r\n");
            reader.send(ClientSocket.get("/m"));
            assertThat(download.readHead()).startsWith("GET /f ");
        }
    }

    private void write(String partner, String mashups) throws Exception {
        rig.write("", "  api: {" + partner + "}\n");
        rig.append(mashups);
    }

    private static String post(String path) {
        return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n";
    }

    /** Returns the connection of the old partner, which has sent half of the body that {@code reader} has asked for. */
    private PartnerByHand.Connection halfRead(ClientSocket reader, String path) throws Exception {
        reader.send(ClientSocket.get(path));
        PartnerByHand.Connection api = old.accept();
        api.readHead();
        api.send("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nhalf");
        assertThat(reader.readUntil("half")).startsWith("HTTP/1.1 200 ");
        return api;
    }
}
