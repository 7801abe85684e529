package dev.medley.server.internal.declared.run;

import dev.medley.mashup.Reply;
import dev.medley.mashup.Status;
import dev.medley.server.internal.schema.BodySchema.Fault;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The problem document of a body that does not match its schema: with the places, and the rules that are broken there. */
final class SchemaProblem {

    private SchemaProblem() {}

    static Reply of(List<Fault> faults) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("title", "Bad Request");
        document.put("status", Status.BAD_REQUEST);
        document.put("detail", "the body of the request does not match its schema: " + Fault.named(faults));
        document.put(
                "errors",
                faults.stream()
                        .map(fault -> {
                            Map<String, Object> error = new LinkedHashMap<>();
                            error.put("path", fault.pointer());
                            error.put("rule", fault.rule());
                            error.put("message", fault.message());
                            return error;
                        })
                        .toList());
        return Reply.json(document).type("application/problem+json").status(Status.BAD_REQUEST);
    }
}
