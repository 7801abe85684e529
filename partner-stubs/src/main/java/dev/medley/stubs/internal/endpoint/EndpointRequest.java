package dev.medley.stubs.internal.endpoint;

import org.eclipse.jetty.io.EndPoint;

/**
 * The parts of a request to an endpoint.
 *
 * @param argument the path after the name of the endpoint and a slash; empty if there is none
 * @param connection the connection on which it arrived
 */
public record EndpointRequest(String method, String argument, Parameters parameters, EndPoint connection) {

    /** The argument as a whole number, called {@code what} if it is none. */
    long number(String what, long least, long most) {
        return Parameters.number(what, argument, least, most, "");
    }
}
