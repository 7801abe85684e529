package dev.medley.servlet;

import dev.medley.thread.internal.Soon;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Has the client leave at one moment of the writing of a reply, and goes on when the container has ended the request. If a
 * thread holds the request, the container does not end it, and the writing goes on at once.
 */
final class LeavingFilter implements Filter {

    /** A step of the writing. */
    enum Moment {
        STATUS,
        HEADER,
        BUFFER_SIZE,
        OUTPUT
    }

    /** Has the client leave. */
    interface Leaving {

        void leave() throws IOException;
    }

    private final Moment moment;
    private final AtomicReference<@Nullable Leaving> leaving = new AtomicReference<>();

    LeavingFilter(Moment moment) {
        this.moment = moment;
    }

    void at(Leaving client) {
        leaving.set(client);
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        Wrapped wrapped = new Wrapped((HttpServletResponse) response);
        chain.doFilter(request, wrapped);
        wrapped.threadReturned = true;
    }

    private void reached(Moment reached, Wrapped response) {
        Leaving client = reached == moment ? leaving.getAndSet(null) : null;
        if (client == null) {
            return;
        }
        boolean threadReturned = response.threadReturned;
        try {
            client.leave();
        } catch (IOException x) {
            throw new IllegalStateException(x);
        }
        if (threadReturned) {
            Soon.until("the container has ended the request", response::isOver);
        }
    }

    private final class Wrapped extends HttpServletResponseWrapper {

        /** True once the thread that the container gave the request has returned. */
        private volatile boolean threadReturned;

        Wrapped(HttpServletResponse response) {
            super(response);
        }

        private boolean isOver() {
            try {
                return isCommitted();
            } catch (IllegalStateException | NullPointerException recycled) {
                return true;
            }
        }

        @Override
        public void setStatus(int status) {
            reached(Moment.STATUS, this);
            super.setStatus(status);
        }

        @Override
        public void setHeader(String name, String value) {
            reached(Moment.HEADER, this);
            super.setHeader(name, value);
        }

        @Override
        public void setBufferSize(int size) {
            reached(Moment.BUFFER_SIZE, this);
            super.setBufferSize(size);
        }

        @Override
        public ServletOutputStream getOutputStream() throws IOException {
            reached(Moment.OUTPUT, this);
            return super.getOutputStream();
        }
    }
}
