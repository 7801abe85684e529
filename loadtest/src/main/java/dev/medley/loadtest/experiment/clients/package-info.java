/** The broker as a client, beside HTTP clients of others. */
@NullMarked
package dev.medley.loadtest.experiment.clients;

import org.jspecify.annotations.NullMarked;
