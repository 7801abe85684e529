package recipes.jdk;

// recipe shared begin
class PartnerException extends RuntimeException {

    private final String reason;

    PartnerException(String partner, String reason, Throwable cause) {
        super("partner " + partner + ": " + reason, cause);
        this.reason = reason;
    }

    String reason() {
        return reason;
    }
}
// recipe shared end
