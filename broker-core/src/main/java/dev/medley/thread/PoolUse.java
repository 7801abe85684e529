package dev.medley.thread;

/**
 * How the threads of the pool are used at one moment.
 *
 * @param max the bound
 * @param started threads that exist
 * @param utilized threads at work on something that ends: the n of the paper's equations
 * @param leased threads given for good to acceptors and selectors
 * @param idle threads without work
 * @param queued tasks that wait for a thread
 */
public record PoolUse(int max, int started, int utilized, int leased, int idle, int queued) {}
