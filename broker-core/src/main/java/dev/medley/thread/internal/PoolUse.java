package dev.medley.thread.internal;

/**
 * The use of the threads of the pool at one moment.
 *
 * @param max the bound
 * @param started threads that exist
 * @param utilized threads that run a task: the n of the paper's equations
 * @param leased threads that belong to acceptors and selectors
 * @param idle threads without work
 * @param queued tasks that wait for a thread, those of mashups for one of their share too
 */
public record PoolUse(int max, int started, int utilized, int leased, int idle, int queued) {}
