/** TLS of the ports of stubs, for Jetty. */
@NullMarked
package dev.medley.stubs.internal.tls;

import org.jspecify.annotations.NullMarked;
