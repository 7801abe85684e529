package dev.medley.loadtest.experiment.clients;

import tools.jackson.databind.JsonNode;

/**
 * The live heap that a burst takes, as a client's program reports it.
 *
 * @param waiting requests that waited for their responses when the heap was looked at
 * @param bytesPerRequest heap of a request that waits, with its connection
 * @param bytesPerConnection heap that is left of it once it has ended: its connection
 */
record HeapFigures(double waiting, double bytesPerRequest, double bytesPerConnection) {

    static HeapFigures of(JsonNode answer) {
        return new HeapFigures(
                answer.path("waiting").asDouble(Double.NaN),
                answer.path("bytesPerRequest").asDouble(Double.NaN),
                answer.path("bytesPerConnection").asDouble(Double.NaN));
    }
}
