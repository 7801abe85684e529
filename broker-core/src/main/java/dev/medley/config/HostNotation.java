package dev.medley.config;

import java.util.regex.Pattern;

/** An address to listen on. */
record HostNotation() implements Notation<String> {

    private static final Pattern HOST = Pattern.compile("[0-9A-Za-z._-]+|[0-9A-Fa-f]*:[0-9A-Fa-f]*:[0-9A-Za-z:.%]*");

    @Override
    public String read(String text) {
        if (!HOST.matcher(text).matches()) {
            throw new Refusal(text, "is not a host", expected());
        }
        return text;
    }

    @Override
    public String expected() {
        return "a name or an address, such as 127.0.0.1";
    }
}
