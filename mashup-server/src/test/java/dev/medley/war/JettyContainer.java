package dev.medley.war;

import java.util.Map;
import org.eclipse.jetty.ee11.annotations.AnnotationConfiguration;
import org.eclipse.jetty.ee11.webapp.Configuration;
import org.eclipse.jetty.ee11.webapp.FragmentConfiguration;
import org.eclipse.jetty.ee11.webapp.MetaInfConfiguration;
import org.eclipse.jetty.ee11.webapp.WebAppConfiguration;
import org.eclipse.jetty.ee11.webapp.WebAppContext;
import org.eclipse.jetty.ee11.webapp.WebInfConfiguration;
import org.eclipse.jetty.ee11.webapp.WebXmlConfiguration;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;
import org.eclipse.jetty.util.component.LifeCycle;

/** Jetty 12.1, Jakarta EE 11. */
final class JettyContainer implements Container {

    private final WarFolder war;
    private final Map<String, String> parameters;
    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server);
    private final ContextHandlerCollection applications = new ContextHandlerCollection(true);
    private WebAppContext context;

    private JettyContainer(WarFolder war, Map<String, String> parameters) throws Exception {
        this.war = war;
        this.parameters = parameters;
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(applications);
        context = newContext();
        applications.addHandler(context);
    }

    static Container start(WarFolder war, Map<String, String> parameters) throws Exception {
        JettyContainer container = new JettyContainer(war, parameters);
        try {
            container.server.start();
        } catch (Exception x) {
            container.close();
            throw x;
        }
        return container;
    }

    private WebAppContext newContext() throws Exception {
        WebAppContext made = new WebAppContext();
        made.setContextPath(APPLICATION);
        made.setWar(war.path().toString());
        made.setClassLoader(new ContainerClasses());
        made.setConfigurations(new Configuration[] {
            new WebAppConfiguration(),
            new WebInfConfiguration(),
            new MetaInfConfiguration(),
            new FragmentConfiguration(),
            new WebXmlConfiguration(),
            new AnnotationConfiguration()
        });
        made.setThrowUnavailableOnStartupException(true);
        parameters.forEach(made::setInitParameter);
        return made;
    }

    @Override
    public int port() {
        return connector.getLocalPort();
    }

    @Override
    public void undeploy() {
        LifeCycle.stop(context);
        applications.removeHandler(context);
        context.destroy();
    }

    @Override
    public void deploy() throws Exception {
        context = newContext();
        applications.addHandler(context);
        context.start();
        // Only now: a handler that is added to a running server is not stopped with it.
        applications.manage(context);
    }

    @Override
    public ClassLoader classLoader() {
        return context.getClassLoader();
    }

    @Override
    public void close() {
        LifeCycle.stop(server);
    }
}
