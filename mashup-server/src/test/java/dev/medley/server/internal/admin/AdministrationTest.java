package dev.medley.server.internal.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.config.ExecutionMode;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.server.internal.admin.servlet.AdminServlet;
import dev.medley.servlet.internal.MashupRuntime;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AdministrationTest {

    private static final String JETTY_SERVER = "jetty-server-";

    @Test
    void thePagesWorkWithoutJettysServerAsInAServletContainer() throws Exception {
        try (URLClassLoader container = container()) {
            assertThatThrownBy(() -> container.loadClass("org.eclipse.jetty.server.Server"))
                    .isInstanceOf(ClassNotFoundException.class);

            Class<?> application = container.loadClass(Application.class.getName());
            assertThat(application).isNotSameAs(Application.class);
            assertThat(application.getMethod("paths").invoke(null))
                    .isEqualTo(Set.of("/health/live", "/health/ready", "/status", "/metrics"));
            assertThat(container.loadClass(AdminServlet.class.getName()).getDeclaredMethods())
                    .isNotEmpty();
        }
    }

    private static URLClassLoader container() throws MalformedURLException {
        List<URL> classPath = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (!Path.of(entry).getFileName().toString().startsWith(JETTY_SERVER)) {
                classPath.add(Path.of(entry).toUri().toURL());
            }
        }
        return new URLClassLoader(classPath.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    /** The code that runs in the container. */
    public static final class Application {

        private Application() {}

        /** Returns the patterns of an administration after a request to each. */
        public static Set<String> paths() {
            try (DefaultBroker broker = DefaultBroker.builder().build().start();
                    Administration administration = new Administration(
                            broker,
                            new MashupRuntime(broker, ExecutionMode.ASYNC, Duration.ofSeconds(1), 0, 0),
                            ExecutionMode.ASYNC)) {
                administration
                        .pages()
                        .patterns()
                        .forEach(path -> administration.pages().reply("GET", path));
                return administration.pages().patterns();
            }
        }
    }
}
