package dev.medley.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** A page of the documentation, and the code blocks in it. */
record MarkdownPage(String text) {

    /** Maven runs the tests in the folder of the module. */
    private static final Path PROJECT = Path.of("../..");

    static MarkdownPage read(String path) throws IOException {
        return new MarkdownPage(Files.readString(PROJECT.resolve(path)));
    }

    /** The blocks of that language, in order. */
    List<String> blocks(String language) {
        return Pattern.compile("^```" + language + "\\R(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL)
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .map(block -> block.substring(block.indexOf('\n') + 1, block.lastIndexOf("```")))
                .toList();
    }
}
