package dev.medley.servlet;

import java.io.IOException;

/** One of the ways to run a mashup. */
interface Execution {

    /** Runs the mashup of {@code request}. Called by the thread that the container gave the request. */
    void run(InboundRequest request) throws IOException;
}
