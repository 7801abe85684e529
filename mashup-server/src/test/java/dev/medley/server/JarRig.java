package dev.medley.server;

import dev.medley.config.internal.Configuration;
import dev.medley.server.internal.declared.DeclaredMashups;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.server.internal.mashups.Jars;
import dev.medley.server.internal.mashups.MashupFolder;
import dev.medley.server.internal.mashups.MashupSource;
import dev.medley.server.internal.mashups.OpenMashups;
import dev.medley.stubs.PartnerStubs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A server with a configuration file and a folder of JARs, both of which tests change. Its mashups ask the partner "first". */
final class JarRig {

    private static final String MASHUP = """
            package shop;

            @jakarta.servlet.annotation.WebServlet("PATH")
            public class NAME extends dev.medley.servlet.MashupServlet {
                @Override
                public void init() {
                    dev.medley.server.JarEvents.add("init LABEL");
                    try {
                        dev.medley.server.JarEvents.from(this);
                    } catch (Exception x) {
                        throw new IllegalStateException(x);
                    }
                    INIT
                }

                @Override
                public void destroy() {
                    dev.medley.server.JarEvents.add("destroy LABEL");
                }

                @Override
                protected java.util.concurrent.CompletionStage<dev.medley.mashup.Reply> compose(
                        dev.medley.mashup.Mashup mashup) {
                    return mashup.exchange("first")
                            .get("/who")
                            .start()
                            .response()
                            .thenApply(response -> dev.medley.mashup.Reply.json(
                                    new Answer(new Middle().label(), response.text())));
                }

                public record Answer(String label, String partner) {}
            }
            """;
    /** The class of the label is loaded by the first reply: the check of the JAR does not see it. */
    private static final String MIDDLE = """
            package shop;

            public class Middle {
                public String label() {
                    return new Label().toString();
                }
            }
            """;

    private static final String LABEL = """
            package shop;

            public class Label {
                @Override
                public String toString() {
                    return "LABEL";
                }
            }
            """;

    private static final String FILTER = """
            package shop;

            @jakarta.servlet.annotation.WebFilter(value = "PATH", asyncSupported = true)
            public class Gate extends jakarta.servlet.http.HttpFilter {
                @Override
                protected void doFilter(
                        jakarta.servlet.http.HttpServletRequest request,
                        jakarta.servlet.http.HttpServletResponse response,
                        jakarta.servlet.FilterChain chain)
                        throws java.io.IOException, jakarta.servlet.ServletException {
                    dev.medley.server.JarEvents.add("in filter");
                    try {
                        dev.medley.server.JarEvents.awaitGoOn();
                    } catch (InterruptedException x) {
                        throw new java.io.IOException(x);
                    }
                    chain.doFilter(request, response);
                }
            }
            """;

    private final Path scratch;
    private final Path jars;
    private final ReloadRig server;

    JarRig(Path folder) throws IOException {
        scratch = Files.createDirectory(folder.resolve("scratch"));
        jars = Files.createDirectory(folder.resolve("mashups"));
        server = new ReloadRig(folder);
        JarEvents.clear();
    }

    ReloadRig configuration() {
        return server;
    }

    /** Starts a partner, and writes a configuration in which it is both partners. */
    PartnerStubs onePartner() throws IOException {
        PartnerStubs partner = server.partner("p");
        server.write("", ReloadRig.at(partner), ReloadRig.at(partner));
        return partner;
    }

    Path jar(String file) {
        return jars.resolve(file);
    }

    /** Compiles a mashup at {@code path}, whose replies have {@code label}. */
    Jars mashup(String path, String label) throws IOException {
        return mashup(path, label, "");
    }

    /** As above, with a statement for the end of its {@code init()}. */
    Jars mashup(String path, String label, String init) throws IOException {
        return Jars.of(
                scratch,
                MASHUP.replace("PATH", path)
                        .replace("NAME", "Mashup")
                        .replace("LABEL", label)
                        .replace("INIT", init),
                MIDDLE,
                LABEL.replace("\"LABEL\"", '"' + label + '"'));
    }

    /** Compiles a filter before {@code path}, which blocks its requests while a test wants it. */
    Jars filter(String path) throws IOException {
        return Jars.of(scratch, FILTER.replace("PATH", path));
    }

    /** Overwrites a JAR in place. */
    void put(String file, Jars content) throws IOException {
        content.writeTo(jar(file));
    }

    RunningServer start() throws IOException {
        return server.start(new ServerBuilder().mashups(new MashupSource() {
            @Override
            public OpenMashups open(Configuration configuration) {
                return OpenMashups.of(List.of(), MashupFolder.open(jars, List.of()), DeclaredMashups.none());
            }

            @Override
            public String look() {
                return MashupFolder.look(jars);
            }
        }));
    }

    void close() throws Exception {
        server.close();
    }
}
