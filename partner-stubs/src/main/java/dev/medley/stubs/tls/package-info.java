/** Certificates for tests, and what goes wrong with TLS. */
@NullMarked
package dev.medley.stubs.tls;

import org.jspecify.annotations.NullMarked;
