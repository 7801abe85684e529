package dev.medley.config;

/** How a kind of value is written. */
interface Notation<T> {

    /**
     * What {@code text} means.
     *
     * @throws Refusal if it means nothing
     */
    T read(String text);

    /** What to write, as the end of a message. */
    String expected();

    /** Why a value is refused, as a message has it: what is wrong and what is expected. */
    final class Refusal extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final String text;

        /** Refuses {@code value}. */
        Refusal(String value, String fault, String expected) {
            super(null, null, false, false);
            this.text = Quoted.of(value) + " " + fault + "; expected " + expected;
        }

        String text() {
            return text;
        }
    }
}
