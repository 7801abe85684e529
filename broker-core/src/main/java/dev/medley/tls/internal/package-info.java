/**
 * Files of certificates and keys, read and checked before TLS uses them.
 *
 * <p>Upstream: the packages that offer TLS to clients, and that talk TLS to partners. Downstream: none.
 */
@NullMarked
package dev.medley.tls.internal;

import org.jspecify.annotations.NullMarked;
