package dev.medley.server.internal.admin.log;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import dev.medley.thread.internal.memory.OutOfMemory;
import org.slf4j.LoggerFactory;

/**
 * Reports an {@link OutOfMemoryError} that is logged, as Jetty and Medley do with an error of a task that they run: after it the
 * process may lack threads or connections, and would go on without them.
 */
public final class OutOfMemoryAppender extends AppenderBase<ILoggingEvent> {

    private OutOfMemoryAppender() {}

    /** Watches what is logged from now on, if Logback logs. */
    public static void install() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext logback) {
            OutOfMemoryAppender appender = new OutOfMemoryAppender();
            appender.setContext(logback);
            appender.setName("out-of-memory");
            appender.start();
            logback.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(appender);
        }
    }

    @Override
    protected void append(ILoggingEvent event) {
        if (event.getThrowableProxy() instanceof ThrowableProxy proxy) {
            OutOfMemory.report(proxy.getThrowable());
        }
    }
}
