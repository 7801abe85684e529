/** A proxy with the faults of a network, which stands between a client and a partner. */
@NullMarked
package dev.medley.stubs.proxy;

import org.jspecify.annotations.NullMarked;
