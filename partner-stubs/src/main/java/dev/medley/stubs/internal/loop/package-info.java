/** The thread of raw partners and proxies: its connections, their links, and the steps of an answer. */
@NullMarked
package dev.medley.stubs.internal.loop;

import org.jspecify.annotations.NullMarked;
