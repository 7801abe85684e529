/** The load test: drives the broker against the partner stubs, records latencies and draws them as charts. */
@NullMarked
package dev.medley.loadtest;

import org.jspecify.annotations.NullMarked;
