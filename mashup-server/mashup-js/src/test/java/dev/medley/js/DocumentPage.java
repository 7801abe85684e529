package dev.medley.js;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page of the documents.
 *
 * @param text of the page, or of a part of it
 */
record DocumentPage(String text) {

    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([^`]+)` \\| `([^`]+)` \\|$");

    static DocumentPage read(String path) throws IOException {
        return new DocumentPage(Files.readString(Path.of("../..", path)));
    }

    /** Returns the part from the line {@code from} on, up to the line {@code to}; up to the end if there is none. */
    DocumentPage between(String from, String to) {
        int start = text.indexOf(from);
        if (start < 0) {
            throw new IllegalArgumentException("the page has no '" + from + "'");
        }
        int end = text.indexOf(to, start + from.length());
        return new DocumentPage(text.substring(start, end < 0 ? text.length() : end));
    }

    /** Returns the rows of two cells that are code. */
    List<String[]> rows() {
        List<String[]> rows = new ArrayList<>();
        Matcher row = ROW.matcher(text);
        while (row.find()) {
            rows.add(new String[] {row.group(1), row.group(2)});
        }
        return rows;
    }

    /** Returns the blocks of code in a language. */
    List<String> blocks(String language) {
        return Pattern.compile("^```" + language + "\\R(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL)
                .matcher(text)
                .results()
                .map((MatchResult block) -> block.group(1))
                .toList();
    }
}
