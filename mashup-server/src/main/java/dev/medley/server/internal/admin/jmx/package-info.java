/**
 * What JMX shows, once somebody uses that.
 *
 * <p>Upstream: administration.
 */
@NullMarked
package dev.medley.server.internal.admin.jmx;

import org.jspecify.annotations.NullMarked;
