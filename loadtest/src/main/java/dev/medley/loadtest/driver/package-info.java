/**
 * The load driver: sends many requests to one target, on a schedule or by users who wait for their answers, and measures
 * their responses.
 *
 * <p>{@link dev.medley.loadtest.driver.plan.LoadPlan} is the plan, {@link dev.medley.loadtest.driver.LoadDriver} carries it out,
 * {@link dev.medley.loadtest.driver.result.LoadResult} is the result. A few threads carry tens of thousands of requests
 * in flight, over HTTP/1.1 or h2c.
 *
 * <p>In the closed loop each of N users waits for an answer before the next request, so that a slow target is asked less
 * often. In the open loop requests start on a schedule that does not depend on the target, as those of the public do; their latency counts from the intended start, so that no stall, of the target or of the driver, is left out of the
 * percentiles ("coordinated omission").
 */
@NullMarked
package dev.medley.loadtest.driver;

import org.jspecify.annotations.NullMarked;
