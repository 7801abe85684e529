/** What experiments have in common: the processes of server and partners, and what they use at a moment. */
@NullMarked
package dev.medley.loadtest.experiment.server;

import org.jspecify.annotations.NullMarked;
