package dev.medley.server.internal.cli;

import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Error messages of one line. The message of a file's exception is the file alone; its class is the reason. */
final class ErrorMessage {

    private ErrorMessage() {}

    /** Returns the message for {@code failure}. */
    static String of(Throwable failure) {
        if (failure instanceof UncheckedIOException unchecked
                && unchecked.getCause() instanceof FileSystemException x) {
            return of(x);
        }
        if (failure instanceof FileSystemException x) {
            return x.getFile() + ": " + reason(x);
        }
        return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
    }

    private static String reason(FileSystemException failure) {
        if (failure instanceof NoSuchFileException) {
            return "no such file or folder";
        }
        if (failure instanceof FileAlreadyExistsException) {
            return "a file of that name exists";
        }
        if (failure instanceof NotDirectoryException) {
            return "is not a folder";
        }
        if (failure instanceof DirectoryNotEmptyException) {
            return "the folder is not empty";
        }
        if (failure instanceof AccessDeniedException) {
            return "access is denied";
        }
        return failure.getReason() == null ? failure.getClass().getSimpleName() : failure.getReason();
    }
}
