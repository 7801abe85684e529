/** Servers with threads that wait, beside Medley, nginx and Apache: Chandramouli's measurements, repeated. */
@NullMarked
package dev.medley.loadtest.experiment.threads;

import org.jspecify.annotations.NullMarked;
