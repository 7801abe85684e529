/**
 * Subscribers and publishers of topics for experiments: a program of many sessions over WebSocket and event streams, on one thread, and a
 * program that publishes.
 */
@NullMarked
package dev.medley.loadtest.topics;

import org.jspecify.annotations.NullMarked;
