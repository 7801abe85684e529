package dev.medley.connection.internal;

import dev.medley.connection.TlsOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The files that settings of TLS name. */
public final class TlsFiles {

    private TlsFiles() {}

    /** Returns the files of certificates and keys. */
    public static List<Path> of(TlsOptions options) {
        Stream<Path> own = Stream.concat(Stream.ofNullable(options.certificate()), Stream.ofNullable(options.key()));
        return Stream.concat(options.trust().stream(), own).toList();
    }
}
