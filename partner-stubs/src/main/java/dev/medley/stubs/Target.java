package dev.medley.stubs;

/**
 * The path of a request in its parts.
 *
 * @param family the first segment
 * @param argument what follows the first segment and a slash; empty if nothing does
 */
record Target(String path, String family, String argument) {

    static Target of(String path) {
        String relative = path.startsWith("/") ? path.substring(1) : path;
        int slash = relative.indexOf('/');
        return slash < 0
                ? new Target(path, relative, "")
                : new Target(path, relative.substring(0, slash), relative.substring(slash + 1));
    }
}
