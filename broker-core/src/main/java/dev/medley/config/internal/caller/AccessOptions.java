package dev.medley.config.internal.caller;

import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.ValueParsers;
import java.util.List;
import java.util.Objects;

/**
 * The section {@code access} of a mashup: who may call it. Immutable.
 *
 * @param anybody whether a caller need not be known
 * @param scopes that it must have, each of them
 * @param roles of which it must have one; empty for none
 */
public record AccessOptions(boolean anybody, List<String> scopes, List<String> roles) {

    /** The key of the section. */
    public static final String KEY = "access";

    private static final Setting<Boolean> ANYBODY;
    private static final Setting<List<String>> SCOPES;
    private static final Setting<List<String>> ROLES;

    /** The keys. */
    private static final Group KEYS;

    static {
        KEYS = Group.section(KEY, "Who may call the mashup: a caller that `callers` knows, with the following");
        ANYBODY = KEYS.optional(
                "anybody",
                ValueParsers.flag(),
                "false",
                "true",
                "True for anybody, also if `callers.required` is true; a caller that shows who it is, is known to the mashup");
        SCOPES = KEYS.optional(
                "scopes",
                ValueParsers.list(ValueParsers.text()),
                "none",
                "[trip.read]",
                "Scopes that the caller must have, each of them");
        ROLES = KEYS.optional(
                "roles",
                ValueParsers.list(ValueParsers.text()),
                "none",
                "[clerk]",
                "Roles of which the caller must have one");
    }

    /** Declares the section in the options of a mashup. */
    public static void in(Group options) {
        options.add(KEY, KEYS);
    }

    /** Returns the values of a mashup. */
    public static AccessOptions of(Settings mashup) {
        return new AccessOptions(
                Boolean.TRUE.equals(mashup.find(ANYBODY)),
                Objects.requireNonNullElse(mashup.find(SCOPES), List.of()),
                Objects.requireNonNullElse(mashup.find(ROLES), List.of()));
    }
}
