package dev.medley.server.internal.admin.page;

import dev.medley.mashup.Problem;
import dev.medley.mashup.Reply;
import dev.medley.server.reload.ReloadReport;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpStatus;

/**
 * Reloads the configuration. Replies with the keys that have changed and those that need a restart; or with 422 and the problems,
 * if the configuration was refused; or with 503 once the server is stopping.
 *
 * @param reload begins a reload
 */
public record ReloadAction(Supplier<CompletionStage<ReloadReport>> reload) implements AdminAction {

    @Override
    public CompletionStage<Reply> act(Map<String, String> parameters) {
        return reload.get()
                .handle((report, stopping) -> stopping == null
                        ? reply(report)
                        : Problem.of(HttpStatus.SERVICE_UNAVAILABLE_503, "the server is shutting down")
                                .toReply());
    }

    private static Reply reply(ReloadReport report) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("outcome", report.applied() ? "applied" : "refused");
        if (!report.applied()) {
            document.put("problems", report.problems());
            return Reply.json(document).status(HttpStatus.UNPROCESSABLE_ENTITY_422);
        }
        document.put("changed", report.changed());
        document.put("needRestart", report.needRestart());
        return Reply.json(document);
    }
}
