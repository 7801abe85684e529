package dev.medley.loadtest.experiment.paper;

import dev.medley.loadtest.experiment.server.ExecutionMode;
import dev.medley.loadtest.experiment.server.LawTotals;
import dev.medley.loadtest.experiment.server.ServerSamples;

/**
 * One number of users in one mode: what the load saw, and what the server says of the same time.
 *
 * @param mode how mashups ran
 * @param users concurrent users without think time
 * @param figures what the load saw
 * @param law the law over the same time
 * @param server what was seen of the server in the same time
 */
record Level(ExecutionMode mode, int users, LoadFigures figures, LawTotals law, ServerSamples server) {}
