package dev.medley.loadtest.driver;

/** The driver has no connection left to start a request on. */
final class DriverLimitException extends Exception {

    private static final long serialVersionUID = 1L;

    DriverLimitException(int connections) {
        // No stack trace: at the limit there is one of these for each arrival.
        super("all of the driver's " + connections + " connections are in use", null, false, false);
    }
}
