package dev.medley.war;

import java.net.URL;
import org.jspecify.annotations.Nullable;

/**
 * What a servlet container lets a web application see of itself: the servlet API, and what it needs to start one. All
 * else has to be in the WAR; without this, the tests' own class path would stand in for it.
 */
final class ContainerClasses extends ClassLoader {

    ContainerClasses() {
        super("container", ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (name.startsWith("jakarta.") || name.startsWith("org.eclipse.jetty.ee11.")) {
            return ContainerClasses.class.getClassLoader().loadClass(name);
        }
        throw new ClassNotFoundException(name);
    }

    /** Tomcat looks for classes of its own there. */
    @Override
    protected @Nullable URL findResource(String name) {
        return name.startsWith("org/apache/catalina/")
                ? ContainerClasses.class.getClassLoader().getResource(name)
                : null;
    }
}
