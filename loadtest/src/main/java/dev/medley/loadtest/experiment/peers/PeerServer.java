package dev.medley.loadtest.experiment.peers;

import dev.medley.loadtest.experiment.server.ExecutionMode;
import dev.medley.loadtest.experiment.server.JavaCommand;
import dev.medley.loadtest.experiment.server.LoggedProcess;
import dev.medley.loadtest.experiment.server.MedleyProcess;
import dev.medley.loadtest.experiment.server.PartnerProtocol;
import dev.medley.loadtest.experiment.server.ServerUnderTest;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.process.ForeignBuild;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A server of the comparison in a process of its own. */
final class PeerServer implements AutoCloseable {

    private static final int MAX_CONNECTIONS = 5_000;
    private static final Pattern LISTENING = Pattern.compile("^listening at (http://\\S+)\\R", Pattern.MULTILINE);

    /** Else the compiler's threads starve behind those of the requests, and the warm-up takes minutes. */
    private static final String COMPILE_IN_FOREGROUND = "-XX:-BackgroundCompilation";

    private static final String ONE_CORE = "-XX:ActiveProcessorCount=1";

    private final Peer peer;
    private final LoggedProcess process;
    private final Pattern ready;

    private PeerServer(Peer peer, LoggedProcess process, Pattern ready) {
        this.peer = peer;
        this.process = process;
        this.ready = ready;
    }

    /**
     * Builds the program of a rival, if that has not been done since its sources changed.
     *
     * @throws IOException if that fails; the message has the end of Maven's output
     */
    static void build(Setup setup, Peer peer) throws IOException, InterruptedException {
        if (peer.rival().isPresent()) {
            classPath(setup, peer.rival().get());
        }
    }

    /**
     * Starts a server, and does not wait until it is ready.
     *
     * @param oneCore whether it is to be held on one core, for which it sizes its threads
     */
    static PeerServer launch(Setup setup, Peer peer, PartnerProtocol protocol, PeerPartners partners, boolean oneCore)
            throws IOException, InterruptedException {
        List<String> options = new ArrayList<>();
        if (!setup.quick()) {
            options.add(COMPILE_IN_FOREGROUND);
        }
        if (oneCore) {
            options.add(ONE_CORE);
        }
        boolean medley = peer.mode().isPresent();
        ProcessBuilder command = medley
                ? medley(setup, peer.mode().get(), protocol, partners, options)
                : rival(setup, peer.rival().orElseThrow(), partners, options);
        LoggedProcess process = LoggedProcess.start(peer.label(), setup, command);
        return new PeerServer(peer, process, medley ? ServerUnderTest.READY : LISTENING);
    }

    private static ProcessBuilder medley(
            Setup setup, ExecutionMode mode, PartnerProtocol protocol, PeerPartners partners, List<String> options)
            throws IOException {
        Path file = setup.logs().resolve("medley-" + mode.configured() + ".yaml");
        Files.writeString(file, ServerUnderTest.configuration(mode, protocol, partners.byName(), MAX_CONNECTIONS));
        return MedleyProcess.command(setup, options, List.of("serve", "--config", file.toString()));
    }

    private static ProcessBuilder rival(Setup setup, Peer.Rival rival, PeerPartners partners, List<String> options)
            throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(rival.arguments());
        arguments.add("0");
        arguments.addAll(partners.urls());
        return JavaCommand.ofClassPath(setup, options, classPath(setup, rival), rival.main(), arguments);
    }

    private static String classPath(Setup setup, Peer.Rival rival) throws IOException, InterruptedException {
        return ForeignBuild.of(rival.folder())
                .classPath(List.of(), setup.logs().resolve("build-" + rival.project() + ".log"));
    }

    /** Waits until it is ready, and returns its address. */
    URI awaitReady() throws IOException, InterruptedException {
        return URI.create(process.await(ready).group(1));
    }

    Peer peer() {
        return peer;
    }

    String label() {
        return peer.label();
    }

    long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        process.close();
    }
}
