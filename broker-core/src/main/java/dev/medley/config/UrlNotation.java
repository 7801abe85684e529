package dev.medley.config;

import java.net.URI;
import java.net.URISyntaxException;

/** Where a partner is. */
record UrlNotation() implements Notation<URI> {

    private static final int LARGEST_PORT = 65535;

    @Override
    public URI read(String text) {
        URI url = parsed(text);
        if ("https".equalsIgnoreCase(url.getScheme())) {
            throw new Refusal(text, "needs TLS, and only http is supported so far", expected());
        }
        if (!"http".equalsIgnoreCase(url.getScheme())) {
            throw new Refusal(text, "is not an http URL", expected());
        }
        if (url.getHost() == null) {
            throw new Refusal(text, "has no host, or one that is not valid", expected());
        }
        if (url.getPort() == 0 || url.getPort() > LARGEST_PORT) {
            throw new Refusal(text, "has a port that does not exist", "a port from 1 to " + LARGEST_PORT);
        }
        if (url.getRawUserInfo() != null || url.getRawQuery() != null || url.getRawFragment() != null) {
            throw new Refusal(text, "has a user, a query or a fragment", "host, port and perhaps a path");
        }
        return url;
    }

    private URI parsed(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException x) {
            throw new Refusal(text, "is not a URL", expected());
        }
    }

    @Override
    public String expected() {
        return "an http URL, such as http://127.0.0.1:9001";
    }
}
