package dev.medley.config.internal.quota;

import dev.medley.config.internal.document.Document;
import dev.medley.config.internal.document.Key;
import dev.medley.config.internal.expression.ExpressionLanguage;
import dev.medley.config.internal.expression.RequestExpression;
import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.ValueParsers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A quota: what each client may ask for in a time, as a bucket of tokens. Immutable.
 *
 * @param name in replies and pages
 * @param by what clients are told apart by
 * @param field the header field of {@link By#FIELD}; null for others
 * @param expression the value that {@link By#EXPRESSION} tells them apart by; null for others
 * @param counts what takes tokens
 * @param rate tokens that come back in {@code per}
 * @param burst tokens of a full bucket
 * @param mashups the paths of those that it is for; empty for all
 * @param maxKeys clients that are remembered
 */
public record QuotaSettings(
        String name,
        By by,
        @Nullable String field,
        @Nullable RequestExpression expression,
        Counts counts,
        int rate,
        Duration per,
        int burst,
        List<String> mashups,
        int maxKeys) {

    /** The section in the configuration. */
    public static final Key SECTION = Key.of("quotas");

    /** What clients are told apart by. */
    public enum By {
        /** The address of the client. */
        ADDRESS,
        /** The caller. */
        CALLER,
        /** A header field. */
        FIELD,
        /** The value of an expression. */
        EXPRESSION,
        /** Nothing: all share one bucket. */
        ALL;

        /** Returns the name that the configuration uses. */
        public String configured() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What takes tokens. */
    public enum Counts {
        /** A request: as many as the {@code cost} of its mashup. */
        REQUESTS,
        /** An exchange that the mashup of a request starts: one each, once the reply has ended. */
        CALLS;

        /** Returns the name that the configuration uses. */
        public String configured() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The keys of one quota. */
    public static final Group KEYS = Group.of("A quota");

    private static final int MILLION = 1_000_000;
    private static final int MAX_DAYS = 365;

    private static final Setting<Integer> RATE = KEYS.required(
            "rate",
            ValueParsers.wholeNumber(1, MILLION, "tokens"),
            "100",
            "Tokens that come back to a client in `per`, one by one");
    private static final Setting<Duration> PER =
            KEYS.key("per", ValueParsers.duration(), Duration.ofSeconds(1), "Time in which `rate` tokens come back");
    private static final Setting<Integer> BURST = KEYS.optional(
            "burst",
            ValueParsers.wholeNumber(1, MILLION, "tokens"),
            "`rate`",
            "200",
            "Tokens of a client that has asked for nothing for a while");
    private static final Setting<By> BY = KEYS.key(
            "by",
            ValueParsers.choice("a way to tell clients apart", By.class, By::configured, Map.of()),
            By.ADDRESS,
            "What clients are told apart by: `address` (of IPv6 the first 64 bits), `caller`, the value of a header `field`, the value of an"
                    + " `expression`, or `all` for one bucket; a request without the caller, field or value counts by its address");
    private static final Setting<String> FIELD = KEYS.optional(
            "field",
            ValueParsers.fieldName(Set.of()),
            "none",
            "X-Tenant",
            "Header field of `by: field`, which something before the server must set");
    private static final Setting<String> EXPRESSION = KEYS.optional(
            "expression",
            ValueParsers.expression(),
            "none",
            "$request.caller.claims.tenant",
            "Expression of `by: expression`: a text, number or flag; `$request` has "
                    + String.join(", ", RequestExpression.MEMBERS));
    private static final Setting<Counts> COUNTS = KEYS.key(
            "counts",
            ValueParsers.choice("what takes tokens", Counts.class, Counts::configured, Map.of()),
            Counts.REQUESTS,
            "What takes tokens: `requests` as many as the `cost` of their mashup, or `calls` one for each exchange with a"
                    + " partner, after the reply");
    private static final Setting<List<String>> MASHUPS = KEYS.optional(
            "mashups",
            ValueParsers.list(ValueParsers.urlPattern("a path of a mashup")),
            "all mashups",
            "[/trip]",
            "Paths of the mashups that it is for");
    private static final Setting<Integer> MAX_KEYS = KEYS.key(
            "max-keys",
            ValueParsers.wholeNumber(1, 10 * MILLION, "clients"),
            100_000,
            "Clients that are remembered; of more, those that ask seldom begin anew");

    /** Takes a copy. */
    public QuotaSettings {
        mashups = List.copyOf(mashups);
    }

    /** Returns the section of all quotas. */
    public static Group section() {
        return Group.named(
                "Quotas: how much a client may ask for in a time, by names of your choice; a request takes tokens of each",
                ValueParsers.name("a name of a quota"),
                KEYS);
    }

    /** Reads the section of a document in which every value is valid by itself. */
    public static List<QuotaSettings> read(Document document, ExpressionLanguage language) {
        List<QuotaSettings> quotas = new ArrayList<>();
        for (String name : document.at(SECTION).propertyNames()) {
            Key key = SECTION.child(name);
            Settings values = document.settings(KEYS, key, "quota " + name);
            checkOfBy(document, key, values, By.FIELD, FIELD);
            checkOfBy(document, key, values, By.EXPRESSION, EXPRESSION);
            int burst = Objects.requireNonNullElse(values.find(BURST), values.get(RATE));
            long days = values.get(PER)
                    .dividedBy(values.get(RATE))
                    .multipliedBy(burst)
                    .toDays();
            if (days > MAX_DAYS) {
                document.addProblemOfValue(
                        key.child("rate"),
                        "a bucket becomes full in %d days; expected at most %d".formatted(days, MAX_DAYS));
            }
            quotas.add(new QuotaSettings(
                    name,
                    values.get(BY),
                    values.find(FIELD),
                    language.expression(document, key.child(EXPRESSION.path())),
                    values.get(COUNTS),
                    values.get(RATE),
                    values.get(PER),
                    burst,
                    Objects.requireNonNullElse(values.find(MASHUPS), List.of()),
                    values.get(MAX_KEYS)));
        }
        return quotas;
    }

    /** The key that says more of one way to tell clients apart is given with that, and with no other. */
    private static void checkOfBy(Document document, Key quota, Settings values, By by, Setting<String> more) {
        boolean isBy = values.get(BY) == by;
        boolean isGiven = values.find(more) != null;
        if (isBy && !isGiven) {
            document.addProblemOfValue(
                    quota.child("by"), "is not enough; expected the key %s as well".formatted(more.path()));
        } else if (!isBy && isGiven) {
            document.addProblemOfValue(
                    quota.child(more.path()), "has no effect; expected by: %s".formatted(by.configured()));
        }
    }
}
