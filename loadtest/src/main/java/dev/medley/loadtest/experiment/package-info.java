/**
 * The paper's experiments as commands: each starts partners, server and load in processes of their own, looks at the
 * server once a second, and makes a report.
 */
@NullMarked
package dev.medley.loadtest.experiment;

import org.jspecify.annotations.NullMarked;
