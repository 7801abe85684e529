package dev.medley.js.internal.run;

import dev.medley.config.internal.Similar;
import dev.medley.connection.Header;
import dev.medley.exchange.PartnerResponse;
import dev.medley.js.internal.call.PartnerCalls;
import dev.medley.json.Json;
import dev.medley.json.MalformedJsonException;
import dev.medley.mashup.Problem;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Reply;
import dev.medley.mashup.Snapshot;
import dev.medley.mashup.internal.DefaultMashup;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.slf4j.Logger;
import tools.jackson.databind.JsonNode;

/**
 * The functions of the server that the prelude calls, for one run. They take and give texts and numbers. What they refuse, they return as a
 * text, of which the prelude makes an error of the script. For turns.
 */
final class HostFunctions {

    /** The status of a partner's response that the script returns as it is. */
    private static final int PASSED_ON = 0;

    private static final double NANOS_PER_MILLI = 1_000_000;

    private final ScriptRun run;
    private final DefaultMashup mashup;
    private final PartnerCalls calls;
    private final Logger log;

    HostFunctions(ScriptRun run, DefaultMashup mashup, PartnerCalls calls, Logger log) {
        this.run = run;
        this.mashup = mashup;
        this.calls = calls;
        this.log = log;
    }

    /** Returns them, in the order of the prelude's parameters. */
    Object[] all() {
        return new Object[] {
            (ProxyExecutable) calls::call,
            action(arguments -> calls.cancel(arguments[0].asInt())),
            (ProxyExecutable) arguments -> calls.text(arguments[0].asInt()),
            (ProxyExecutable) this::timer,
            action(arguments -> log(arguments[0].asString(), arguments[1].asString())),
            (ProxyExecutable) this::read,
            (ProxyExecutable) arguments -> about(arguments[0].asString()),
            (ProxyExecutable) arguments -> unknown(arguments[0].asString()),
            (ProxyExecutable) this::reply,
            (ProxyExecutable) this::problem,
            action(arguments -> failed(arguments[0], arguments[1].asInt(), arguments[2].asString())),
            action(arguments -> run.clearTimer(arguments[0].asInt()))
        };
    }

    private interface Action {

        void run(Value... arguments);
    }

    private static ProxyExecutable action(Action action) {
        return arguments -> {
            action.run(arguments);
            return 0;
        };
    }

    // ---- Timers, the log, and what takes time. ------------------------------------------------------------------

    private Object timer(Value... arguments) {
        // A delay beyond any deadline is one that never passes.
        long nanos = (long) Math.min(arguments[1].asDouble() * NANOS_PER_MILLI, Long.MAX_VALUE / 4.0);
        Value fire = arguments[2];
        String refusal = run.beginTimer(arguments[0].asInt(), nanos, fire::executeVoid);
        return refusal == null ? 0 : refusal;
    }

    private void log(String level, String given) {
        String file = run.file();
        String text = LogLine.of(given);
        switch (level) {
            case "debug" -> log.debug("{}: {}", file, text);
            case "warn" -> log.warn("{}: {}", file, text);
            case "error" -> log.error("{}: {}", file, text);
            default -> log.info("{}: {}", file, text);
        }
    }

    private Object read(Value... arguments) {
        String refusal = run.begins();
        if (refusal != null) {
            return refusal;
        }
        try {
            String detail = arguments[1].isString() ? arguments[1].asString() : "";
            CompletionStage<String> stage = switch (arguments[0].asString()) {
                case "snapshot" -> mashup.snapshot(detail).thenApply(HostFunctions::text);
                case "publish" -> publish(detail);
                default -> RequestText.body(arguments[0].asString(), mashup);
            };
            calls.settle(stage, arguments[2], arguments[3]);
            return 0;
        } catch (IllegalArgumentException | IllegalStateException x) {
            run.ends();
            return String.valueOf(x.getMessage());
        }
    }

    private static String text(Snapshot snapshot) {
        Map<String, Object> members = new LinkedHashMap<>();
        Json json = snapshot.json();
        members.put("value", json == null ? new String(snapshot.reply().body(), StandardCharsets.UTF_8) : json);
        members.put("status", snapshot.reply().status());
        members.put("age", snapshot.age().toSeconds());
        members.put("time", snapshot.time().toString());
        return RequestText.json(members);
    }

    private CompletionStage<String> publish(String detail) {
        JsonNode given = tree(detail);
        JsonNode value = tree(given.get(1).asString());
        return mashup.publish(given.get(0).asString(), value)
                .thenApply(position -> RequestText.json(position.toString()));
    }

    /** What of the request is not in each script's hands is kept from manifests once it is. */
    private String about(String part) {
        if (part.equals("headers") || part.equals("cookies")) {
            run.hasRead(mashup.inbound().headers().values());
        }
        return RequestText.about(part, mashup);
    }

    private String unknown(String name) {
        List<String> names = mashup.broker().partnerNames();
        return Similar.nearest(name, names)
                .map(near -> "there is no partner %s; did you mean %s?".formatted(name, near))
                .orElseGet(() -> "there is no partner %s; expected one of %s"
                        .formatted(name, names.isEmpty() ? "none" : String.join(", ", names)));
    }

    // ---- The end. -----------------------------------------------------------------------------------------------

    private Object reply(Value... arguments) {
        int status = arguments[0].asInt();
        int handle = arguments[4].asInt();
        try {
            PartnerResponse response = handle < 0 ? null : calls.response(handle);
            if (response != null && status == PASSED_ON) {
                run.reply(Reply.of(response));
                return 0;
            }
            byte[] body =
                    response != null ? response.body() : arguments[3].asString().getBytes(StandardCharsets.UTF_8);
            // Checks the type as a field.
            Header type = new Header("Content-Type", arguments[1].asString());
            Reply reply = Reply.bytes(type.value(), body).status(status);
            JsonNode fields = tree(arguments[2].asString());
            for (int i = 0; i + 1 < fields.size(); i += 2) {
                reply = reply.header(fields.get(i).asString(), fields.get(i + 1).asString());
            }
            run.reply(reply);
            return 0;
        } catch (ProblemException x) {
            run.fail(x);
            return 0;
        } catch (IllegalArgumentException x) {
            return String.valueOf(x.getMessage());
        }
    }

    private Object problem(Value... arguments) {
        if (!arguments[0].fitsInInt()) {
            return "the status of the Problem is no whole number; expected one from 200 to 599";
        }
        try {
            Problem problem = Problem.of(arguments[0].asInt(), arguments[1].asString());
            JsonNode fields = tree(arguments[2].asString());
            for (int i = 0; i + 1 < fields.size(); i += 2) {
                problem = problem.header(
                        fields.get(i).asString(), fields.get(i + 1).asString());
            }
            // Here, where what is wrong with it is an error of the script.
            problem.toReply();
            run.fail(new ProblemException(problem));
            return 0;
        } catch (IllegalArgumentException x) {
            return String.valueOf(x.getMessage());
        }
    }

    private void failed(Value error, int failure, String text) {
        if (failure >= 0) {
            run.fail(calls.failure(failure));
        } else {
            run.fail(error, text);
        }
    }

    private static JsonNode tree(String document) {
        try {
            return Json.parse(document.getBytes(StandardCharsets.UTF_8)).tree();
        } catch (MalformedJsonException x) {
            throw new IllegalArgumentException("a value of the script is no document: " + x.getMessage(), x);
        }
    }
}
