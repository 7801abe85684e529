package dev.medley.war;

import java.nio.file.Path;
import java.util.Map;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.core.ThreadLocalLeakPreventionListener;
import org.apache.catalina.startup.ContextConfig;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.scan.StandardJarScanner;

/** Tomcat 11. */
final class TomcatContainer implements Container {

    private final WarFolder war;
    private final Map<String, String> parameters;
    private final Tomcat tomcat = new Tomcat();
    private StandardContext context;

    private TomcatContainer(WarFolder war, Path scratch, Map<String, String> parameters) {
        this.war = war;
        this.parameters = parameters;
        tomcat.setBaseDir(scratch.toString());
        tomcat.setHostname("127.0.0.1");
        tomcat.setPort(0);
        tomcat.setSilent(true);
        tomcat.getConnector();
        // As in Tomcat's own server.xml: threads that have served an application do not outlive it. One of them may be
        // in
        // compiled code that knows the application's classes.
        tomcat.getServer().addLifecycleListener(new ThreadLocalLeakPreventionListener());
        context = newContext();
        tomcat.getHost().addChild(context);
    }

    private StandardContext newContext() {
        ContextConfig config = new ContextConfig();
        config.setDefaultWebXml(tomcat.noDefaultWebXmlPath());
        StandardJarScanner scanner = new StandardJarScanner();
        scanner.setScanClassPath(false);
        StandardContext made = new StandardContext();
        made.setName(APPLICATION);
        made.setPath(APPLICATION);
        made.setDocBase(war.path().toString());
        made.setParentClassLoader(new ContainerClasses());
        made.setJarScanner(scanner);
        // These would need the JVM to be opened to Tomcat.
        made.setClearReferencesThreadLocals(false);
        made.setClearReferencesRmiTargets(false);
        made.addLifecycleListener(config);
        parameters.forEach(made::addParameter);
        return made;
    }

    static Container start(WarFolder war, Path scratch, Map<String, String> parameters) throws Exception {
        TomcatContainer container = new TomcatContainer(war, scratch, parameters);
        try (TomcatLog log = new TomcatLog()) {
            container.tomcat.start();
            if (!container.context.getState().isAvailable()) {
                throw new IllegalStateException(log.messages());
            }
        } catch (Exception x) {
            container.close();
            throw x;
        }
        return container;
    }

    @Override
    public int port() {
        return tomcat.getConnector().getLocalPort();
    }

    @Override
    public void undeploy() {
        try {
            context.stop();
            // Which destroys it.
            tomcat.getHost().removeChild(context);
        } catch (LifecycleException x) {
            throw new IllegalStateException(x);
        }
    }

    @Override
    public void deploy() throws LifecycleException {
        context = newContext();
        // Which starts it.
        tomcat.getHost().addChild(context);
        if (!context.getState().isAvailable()) {
            throw new IllegalStateException("the application does not start; the log of Tomcat has the reason");
        }
    }

    @Override
    public ClassLoader classLoader() {
        return context.getLoader().getClassLoader();
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
}
