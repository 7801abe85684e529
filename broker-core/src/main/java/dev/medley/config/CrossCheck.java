package dev.medley.config;

import dev.medley.setting.Quoted;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Checks values of the server that are valid each by itself, but perhaps not together. */
final class CrossCheck {

    private static final Key PORT = Key.of("server.port");
    private static final Key HOST = Key.of("server.host");
    private static final Key ADMIN_PORT = Key.of("server.admin.port");
    private static final Key ADMIN_HOST = Key.of("server.admin.host");
    private static final Key THREADS = Key.of("server.threads");
    private static final Key EXECUTION = Key.of("server.execution");
    private static final Set<String> ALL_ADDRESSES = Set.of("0.0.0.0", "::");

    private final ServerSettings defaults = ServerSettings.builder().build();
    private final Document document;
    private final Problems problems;

    CrossCheck(Document document, Problems problems) {
        this.document = document;
        this.problems = problems;
    }

    /** Adds every problem. */
    void run() {
        checkThreads();
        checkPorts();
    }

    private void checkThreads() {
        JsonNode threads = document.at(THREADS);
        ExecutionMode mode = ServerSettings.EXECUTION
                .parser()
                .parse(text(EXECUTION, defaults.execution().configured()));
        if (threads.isNumber() && threads.intValue() < mode.minimumThreads()) {
            String text = "%s is too few; expected %d or more with execution: %s"
                    .formatted(Quoted.of(threads.asString()), mode.minimumThreads(), mode.configured());
            problems.add(document.location(THREADS), THREADS, text);
        }
    }

    private void checkPorts() {
        int port = document.at(PORT).intValue(defaults.port());
        int adminPort = document.at(ADMIN_PORT).intValue(defaults.admin().port());
        if (port != 0 && port == adminPort && hostsOverlap()) {
            boolean adminGiven = document.at(ADMIN_PORT).isNumber();
            Key key = adminGiven ? ADMIN_PORT : PORT;
            Key other = adminGiven ? PORT : ADMIN_PORT;
            problems.add(document.location(key), key, "'%d' is also %s; expected another port".formatted(port, other));
        }
    }

    private boolean hostsOverlap() {
        String host = text(HOST, defaults.host());
        String adminHost = text(ADMIN_HOST, defaults.admin().host());
        return host.equals(adminHost) || ALL_ADDRESSES.contains(host) || ALL_ADDRESSES.contains(adminHost);
    }

    private String text(Key key, String unset) {
        return document.at(key).asString(unset);
    }
}
