package dev.medley.loadtest.experiment.peers;

import dev.medley.loadtest.experiment.server.MedleyProcess;
import dev.medley.loadtest.experiment.server.Setup;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The partners of the comparison: one process with a port for each, so that they fit beside the load on a core. */
final class PeerPartners implements AutoCloseable {

    private static final int COUNT = 3;
    private static final Pattern READY =
            Pattern.compile("^(http://\\S+)\\R".repeat(COUNT).replace("\\R^", "\\R"), Pattern.MULTILINE);

    private final MedleyProcess process;
    private final List<String> urls;

    private PeerPartners(MedleyProcess process, List<String> urls) {
        this.process = process;
        this.urls = urls;
    }

    /** Starts them, and returns when they are ready. */
    static PeerPartners start(Setup setup) throws IOException, InterruptedException {
        String ports = String.join(",", Collections.nCopies(COUNT, "0"));
        MedleyProcess process = MedleyProcess.start("partners", setup, List.of("stubs", "--ports", ports));
        try {
            Matcher ready = process.await(READY);
            List<String> urls = new ArrayList<>();
            for (int i = 1; i <= COUNT; i++) {
                urls.add(ready.group(i));
            }
            return new PeerPartners(process, urls);
        } catch (IOException | InterruptedException | RuntimeException x) {
            process.close();
            throw x;
        }
    }

    /** The URL of each, in the order in which they are called. */
    List<String> urls() {
        return urls;
    }

    /** The same by name, for a configuration. */
    Map<String, String> byName() {
        Map<String, String> named = new LinkedHashMap<>();
        for (int i = 0; i < COUNT; i++) {
            named.put("partner-" + (char) ('a' + i), urls.get(i));
        }
        return named;
    }

    long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        process.close();
    }
}
