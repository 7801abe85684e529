package dev.medley.server.internal.script;

import static java.util.Objects.requireNonNull;

import dev.medley.config.internal.Configuration;
import dev.medley.mashup.Reply;
import dev.medley.server.internal.declared.run.IncompleteReplies;
import dev.medley.servlet.internal.routing.MashupRoute;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/** An engine for tests of what serves scripts: the text of a script is its path, a space, and its reply. */
public final class LineEngine implements ScriptEngine {

    private final AtomicInteger open = new AtomicInteger();

    /** Returns how many times scripts have been opened and not closed. */
    public int open() {
        return open.get();
    }

    @Override
    public OpenScripts open(List<ScriptFiles> folders, Configuration configuration) {
        List<Line> lines = folders.stream()
                .flatMap(folder -> folder.scripts().stream()
                        .map(path -> Line.of(
                                folder.label(path),
                                requireNonNull(folder.texts().get(path)))))
                .toList();
        open.incrementAndGet();
        return new OpenLines(lines, open);
    }

    private record Line(Script script, String reply) {

        static Line of(String file, String text) {
            String[] words = text.split(" ", 2);
            return new Line(new Script(file, words[0], List.of("GET"), null, null, Set.of()), words[1]);
        }

        MashupRoute route() {
            CompletionStage<Reply> composed = CompletableFuture.completedStage(Reply.text(reply));
            return new MashupRoute(script.path(), script.methods(), null, null, mashup -> composed);
        }
    }

    private record OpenLines(List<Line> lines, AtomicInteger open) implements OpenScripts {

        @Override
        public List<Script> scripts() {
            return lines.stream().map(Line::script).toList();
        }

        @Override
        public List<MashupRoute> routes(IncompleteReplies incomplete) {
            return lines.stream().map(Line::route).toList();
        }

        @Override
        public void close() {
            open.decrementAndGet();
        }
    }
}
