package dev.medley.js;

import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.core.ThreadLocalLeakPreventionListener;
import org.apache.catalina.startup.ContextConfig;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.scan.StandardJarScanFilter;
import org.apache.tomcat.util.scan.StandardJarScanner;
import org.jspecify.annotations.Nullable;

/** Tomcat with one application, which sees the classes of its own and of the servlet API only. */
final class TomcatServer implements AutoCloseable {

    /** The path of the application. */
    static final String APPLICATION = "/app";

    private final Path war;
    private final Tomcat tomcat = new Tomcat();
    private StandardContext context;

    private TomcatServer(Path war, Path scratch) {
        this.war = war;
        tomcat.setBaseDir(scratch.toString());
        tomcat.setHostname("127.0.0.1");
        tomcat.setPort(0);
        tomcat.setSilent(true);
        tomcat.getConnector();
        // As in Tomcat's own server.xml: threads that have served an application do not outlive it.
        tomcat.getServer().addLifecycleListener(new ThreadLocalLeakPreventionListener());
        context = newContext();
        tomcat.getHost().addChild(context);
    }

    private StandardContext newContext() {
        ContextConfig config = new ContextConfig();
        config.setDefaultWebXml(tomcat.noDefaultWebXmlPath());
        StandardJarScanFilter filter = new StandardJarScanFilter();
        filter.setTldSkip("*");
        // The engine has thousands of classes, none of them a servlet.
        filter.setPluggabilitySkip("js-language-*,truffle-*,regex-*,icu4j-*");
        StandardJarScanner scanner = new StandardJarScanner();
        scanner.setScanClassPath(false);
        scanner.setJarScanFilter(filter);
        StandardContext made = new StandardContext();
        made.setName(APPLICATION);
        made.setPath(APPLICATION);
        made.setDocBase(war.toString());
        made.setParentClassLoader(new ContainerClasses());
        made.setJarScanner(scanner);
        // These would need the JVM to be opened to Tomcat.
        made.setClearReferencesThreadLocals(false);
        made.setClearReferencesRmiTargets(false);
        made.addLifecycleListener(config);
        return made;
    }

    /**
     * Starts Tomcat.
     *
     * @throws IllegalStateException if the application does not start, with the reasons
     */
    static TomcatServer start(Path war, Path scratch) throws Exception {
        TomcatServer started = new TomcatServer(war, Files.createTempDirectory(scratch, "tomcat"));
        try (Log log = new Log()) {
            started.tomcat.start();
            if (!started.context.getState().isAvailable()) {
                throw new IllegalStateException(String.join("\n", log.messages));
            }
        } catch (Exception x) {
            started.close();
            throw x;
        }
        return started;
    }

    int port() {
        return tomcat.getConnector().getLocalPort();
    }

    /** Returns the class loader of the application, which runs. */
    ClassLoader classLoader() {
        return context.getLoader().getClassLoader();
    }

    /** Stops the application, and starts it with a class loader of its own. */
    void redeploy() throws LifecycleException {
        context.stop();
        tomcat.getHost().removeChild(context);
        context = newContext();
        tomcat.getHost().addChild(context);
    }

    @Override
    public void close() {
        try {
            tomcat.stop();
            tomcat.destroy();
        } catch (LifecycleException x) {
            throw new IllegalStateException(x);
        }
    }

    /** The servlet API, and the resources of Tomcat. */
    private static final class ContainerClasses extends ClassLoader {

        ContainerClasses() {
            super("container", ClassLoader.getPlatformClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (name.startsWith("jakarta.")) {
                return ContainerClasses.class.getClassLoader().loadClass(name);
            }
            throw new ClassNotFoundException(name);
        }

        @Override
        protected @Nullable URL findResource(String name) {
            return name.startsWith("org/apache/catalina/")
                    ? ContainerClasses.class.getClassLoader().getResource(name)
                    : null;
        }
    }

    /** The log of Tomcat, the only place with the reason why an application does not start. */
    private static final class Log extends Handler implements AutoCloseable {

        private static final Logger ROOT = Logger.getLogger("org.apache.catalina");

        private final List<String> messages = new CopyOnWriteArrayList<>();

        Log() {
            ROOT.addHandler(this);
        }

        @Override
        public void publish(LogRecord line) {
            for (Throwable thrown = line.getThrown(); thrown != null; thrown = thrown.getCause()) {
                messages.add(String.valueOf(thrown.getMessage()));
            }
        }

        @Override
        public void flush() {
            // Nothing is buffered.
        }

        @Override
        public void close() {
            ROOT.removeHandler(this);
        }
    }
}
