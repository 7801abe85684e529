package dev.medley.servlet.internal.reply;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRequest;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Breaks off a response that has begun, so that its end is not well-formed: the request is marked and dispatched once more,
 * to a servlet that throws, upon which containers close the connection or reset the stream. A request that a filter has
 * dispatched is not marked.
 */
public final class BrokenOff {

    /** The message in the container's log. */
    public static final String MESSAGE = "the partner failed, or the deadline passed, after the reply had begun";

    private static final Logger LOG = LoggerFactory.getLogger(BrokenOff.class);
    private static final String ATTRIBUTE = BrokenOff.class.getName();
    private static final String TOMCAT = "Apache Tomcat/";
    private static final String VERSION = "org.apache.catalina.webappVersion";

    private BrokenOff() {}

    /**
     * Marks and dispatches a suspended request.
     *
     * @throws IllegalStateException if the container has ended it before, or does so by itself
     */
    static void dispatch(AsyncContext suspended) {
        if (isEndedByContainer(suspended.getRequest().getServletContext())) {
            throw new IllegalStateException("the application has been stopped");
        }
        suspended.getRequest().setAttribute(ATTRIBUTE, true);
        suspended.dispatch();
    }

    /**
     * Returns whether the application has been stopped in a container that breaks off what it has left: Tomcat does, within a
     * second, and logs a dispatch as an error of its own. Tomcat does not find an application that has been stopped, nor one
     * that a newer version runs beside.
     */
    private static boolean isEndedByContainer(ServletContext application) {
        String path = application.getContextPath();
        Object version = application.getAttribute(VERSION);
        return (version == null || version.equals(""))
                && application.getServerInfo().startsWith(TOMCAT)
                && application.getContext(path.isEmpty() ? "/" : path) == null;
    }

    /** Completes a suspended request whose client has left; without effect if the container has ended it before. */
    public static void complete(AsyncContext suspended) {
        try {
            suspended.complete();
        } catch (IllegalStateException x) {
            LOG.debug("the container has already ended the request", x);
        }
    }

    /** Breaks off the reply to a client that waits for it; without effect if the container has ended the request before. */
    public static void breakOff(AsyncContext suspended) {
        try {
            dispatch(suspended);
        } catch (IllegalStateException x) {
            LOG.debug("the container has already ended the request", x);
        }
    }

    /** Breaks the response off if the request is marked. */
    public static void throwIfMarked(ServletRequest request) throws IOException {
        if (request.getDispatcherType() == DispatcherType.ASYNC && request.getAttribute(ATTRIBUTE) != null) {
            request.removeAttribute(ATTRIBUTE);
            throw new IOException(MESSAGE);
        }
    }
}
