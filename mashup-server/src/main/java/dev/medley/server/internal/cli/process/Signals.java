package dev.medley.server.internal.cli.process;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Signals of the operating system. Java has no public interface for them; where the runtime lacks {@code sun.misc.Signal}, or
 * keeps a signal for itself ({@code -Xrs}), the signal does what it does by default.
 */
public final class Signals {

    private static final Logger LOG = LoggerFactory.getLogger(Signals.class);

    private Signals() {}

    /**
     * Has {@code action} called for each signal of that name, such as {@code HUP}, in place of the default. By a thread of its
     * own; it may block.
     *
     * @return false if this runtime does not permit it
     */
    public static boolean on(String name, Runnable action) {
        try {
            Class<?> signals = Class.forName("sun.misc.Signal");
            Class<?> handlers = Class.forName("sun.misc.SignalHandler");
            Object signal = signals.getConstructor(String.class).newInstance(name);
            Object handler = Proxy.newProxyInstance(
                    Signals.class.getClassLoader(),
                    new Class<?>[] {handlers},
                    (proxy, method, arguments) -> switch (method.getName()) {
                        case "handle" -> {
                            action.run();
                            yield null;
                        }
                        case "equals" -> arguments != null && proxy == arguments[0];
                        case "hashCode" -> System.identityHashCode(proxy);
                        default -> "handler of SIG" + name;
                    });
            signals.getMethod("handle", signals, handlers).invoke(null, signal, handler);
            return true;
        } catch (InvocationTargetException x) {
            LOG.warn("SIG{} cannot be handled: {}", name, String.valueOf(x.getCause()));
        } catch (ReflectiveOperationException x) {
            LOG.warn("SIG{} cannot be handled: {}", name, x.toString());
        }
        return false;
    }
}
