package dev.medley.server.process;

import java.io.IOException;

/** The main class of a JAR. With one argument it loads another class of the JAR when its input ends. */
final class LateClasses {

    private LateClasses() {}

    /** Prints {@code waits}. */
    public static void main(String[] args) throws IOException {
        System.out.println("waits");
        if (args.length == 1) {
            System.in.readAllBytes();
            System.out.println(Late.text());
        }
    }

    static final class Late {

        private Late() {}

        static String text() {
            return "loaded late";
        }
    }
}
