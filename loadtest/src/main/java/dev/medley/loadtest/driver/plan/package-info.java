/** What a load is to be: target, protocol, phases, and the times at which requests start. */
@NullMarked
package dev.medley.loadtest.driver.plan;

import org.jspecify.annotations.NullMarked;
