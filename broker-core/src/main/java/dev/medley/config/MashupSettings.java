package dev.medley.config;

import java.time.Duration;
import java.util.List;

/**
 * The own settings of mashups, typed and checked as they are read. A key is dotted, without {@code settings}: {@code
 * shop.currency} is {@code currency} in the section {@code shop} below {@code settings}. A flag wins over the environment
 * variable ({@code MEDLEY_SETTINGS_SHOP_CURRENCY}), and that over the file.
 *
 * <p>Read them in {@code init()} of the mashup: a wrong value then keeps the server from starting, and a key that is given and
 * that no mashup has read by then is refused. Every method throws {@link ConfigurationException} with place, key, value and
 * what was expected; those without a default also if the key is not given. Thread-safe; no method blocks.
 */
public interface MashupSettings {

    /** Returns a text. */
    String text(String key);

    /** Returns a text, or {@code unset}. */
    String text(String key, String unset);

    /** Returns a whole number from {@code min} to {@code max}; these are refused if {@code min} is the larger one. */
    int number(String key, int min, int max);

    /** Returns a whole number from {@code min} to {@code max}, or {@code unset}, which is refused if it is out of that range. */
    int number(String key, int min, int max, int unset);

    /** Returns a flag. */
    boolean flag(String key);

    /** Returns a flag, or {@code unset}. */
    boolean flag(String key, boolean unset);

    /** Returns a duration, more than zero, such as {@code 800ms}. */
    Duration duration(String key);

    /** Returns a duration, more than zero, such as {@code 800ms}, or {@code unset}. */
    Duration duration(String key, Duration unset);

    /** Returns a size in bytes, such as that of {@code 512KiB}. */
    long size(String key);

    /** Returns a size in bytes, such as that of {@code 512KiB}, or {@code unset}. */
    long size(String key, long unset);

    /** Returns a constant of {@code type}: {@code NEXT_DAY} is {@code next-day} in the configuration. */
    <E extends Enum<E>> E choice(String key, Class<E> type);

    /** Returns a constant of the type of {@code unset}: {@code NEXT_DAY} is {@code next-day} in the configuration. */
    <E extends Enum<E>> E choice(String key, E unset);

    /** Returns a list of texts; in a flag or a variable, commas separate them. */
    List<String> list(String key);

    /** Returns a list of texts, or {@code unset}; in a flag or a variable, commas separate them. */
    List<String> list(String key, List<String> unset);
}
