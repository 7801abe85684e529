package dev.medley.server.internal.caller;

import dev.medley.caller.Caller;
import dev.medley.caller.CallerKind;
import org.jspecify.annotations.Nullable;

/**
 * What a request shows of its caller.
 *
 * @param caller null if it is not known
 * @param token that it has shown; null if it has shown something else
 * @param error what is wrong, for the client; empty if nothing is. It has nothing of the credential
 * @param kind of the error
 * @param by how it is shown; null if that is not said
 */
record Shown(
        @Nullable Caller caller,
        @Nullable String token,
        String error,
        Kind kind,
        @Nullable CallerKind by) {

    /** What is to be done about a credential. */
    enum Kind {
        /** It is right. */
        KNOWN,
        /** It is not one of those that the configuration asks for: only a mashup for anybody goes on. */
        FOREIGN,
        /** It is wrong. */
        WRONG,
        /** It cannot be checked at the moment. */
        UNCHECKED
    }

    static Shown known(Caller caller) {
        return new Shown(caller, null, "", Kind.KNOWN, null);
    }

    static Shown known(Caller caller, String token) {
        return new Shown(caller, token, "", Kind.KNOWN, null);
    }

    static Shown foreign(String error) {
        return new Shown(null, null, error, Kind.FOREIGN, null);
    }

    static Shown wrong(String error) {
        return new Shown(null, null, error, Kind.WRONG, null);
    }

    static Shown unchecked(String error) {
        return new Shown(null, null, error, Kind.UNCHECKED, null);
    }

    /** This, which is shown by {@code how}. */
    Shown by(CallerKind how) {
        return kind == Kind.KNOWN ? this : new Shown(caller, token, error, kind, how);
    }

    boolean isOfToken() {
        return by == CallerKind.TOKEN;
    }

    /** Without the token. */
    @Override
    public String toString() {
        return kind + " " + caller + " " + error;
    }
}
