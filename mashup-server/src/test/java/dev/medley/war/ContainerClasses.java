package dev.medley.war;

import java.net.URL;
import org.jspecify.annotations.Nullable;

/**
 * The classes of a servlet container that are visible to a web application: the servlet API, and those for its start. All
 * others have to be in the WAR; otherwise, the class path of the tests would hide missing ones.
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

    /** Tomcat looks up its own classes here. */
    @Override
    protected @Nullable URL findResource(String name) {
        return name.startsWith("org/apache/catalina/")
                ? ContainerClasses.class.getClassLoader().getResource(name)
                : null;
    }
}
