/** Measurements of a server: the page {@code /metrics}, the totals of exchanges, and the samples of the law. */
@NullMarked
package dev.medley.server.internal.admin.metrics;

import org.jspecify.annotations.NullMarked;
