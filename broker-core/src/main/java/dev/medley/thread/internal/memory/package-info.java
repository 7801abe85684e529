/**
 * Memory that runs out, and who hears of it.
 *
 * <p>Upstream: {@link dev.medley.thread.internal}, whose pool has the buffers, and the process, which owns the report.
 */
@NullMarked
package dev.medley.thread.internal.memory;

import org.jspecify.annotations.NullMarked;
