package dev.medley.server.cli;

import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Says what failed in a line. The exceptions of files have the file for their message, and say the rest by their class. */
final class FailureText {

    private FailureText() {}

    static String of(Throwable failure) {
        if (failure instanceof UncheckedIOException unchecked
                && unchecked.getCause() instanceof FileSystemException x) {
            return of(x);
        }
        if (failure instanceof FileSystemException x) {
            return x.getFile() + ": " + trouble(x);
        }
        return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
    }

    private static String trouble(FileSystemException failure) {
        if (failure instanceof NoSuchFileException) {
            return "there is no such file or folder";
        }
        if (failure instanceof FileAlreadyExistsException) {
            return "there is a file of that name";
        }
        if (failure instanceof NotDirectoryException) {
            return "it is not a folder";
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
