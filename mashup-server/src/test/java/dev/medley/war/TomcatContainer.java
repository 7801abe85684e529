package dev.medley.war;

import java.nio.file.Path;
import java.util.Map;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.ContextConfig;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.scan.StandardJarScanner;

/** Tomcat 11. */
final class TomcatContainer implements Container {

    private final Tomcat tomcat = new Tomcat();
    private final StandardContext context = new StandardContext();

    private TomcatContainer(WarFolder war, Path scratch, Map<String, String> parameters) {
        tomcat.setBaseDir(scratch.toString());
        tomcat.setHostname("127.0.0.1");
        tomcat.setPort(0);
        tomcat.setSilent(true);
        tomcat.getConnector();
        ContextConfig config = new ContextConfig();
        config.setDefaultWebXml(tomcat.noDefaultWebXmlPath());
        StandardJarScanner scanner = new StandardJarScanner();
        scanner.setScanClassPath(false);
        context.setName(APPLICATION);
        context.setPath(APPLICATION);
        context.setDocBase(war.path().toString());
        context.setParentClassLoader(new ContainerClasses());
        context.setJarScanner(scanner);
        // These would need the JVM to be opened to Tomcat.
        context.setClearReferencesThreadLocals(false);
        context.setClearReferencesRmiTargets(false);
        context.addLifecycleListener(config);
        parameters.forEach(context::addParameter);
        tomcat.getHost().addChild(context);
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
        } catch (LifecycleException x) {
            throw new IllegalStateException(x);
        }
    }

    @Override
    public void deploy() throws LifecycleException {
        context.start();
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
