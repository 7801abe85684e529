/** What a load was: counts and latencies of phases and seconds, the use of the driver itself, and their text. */
@NullMarked
package dev.medley.loadtest.driver.result;

import org.jspecify.annotations.NullMarked;
