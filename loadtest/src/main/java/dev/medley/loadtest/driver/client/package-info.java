/** The HTTP client of the load driver: connections, their addresses and handshakes, and what came of a request. */
@NullMarked
package dev.medley.loadtest.driver.client;

import org.jspecify.annotations.NullMarked;
