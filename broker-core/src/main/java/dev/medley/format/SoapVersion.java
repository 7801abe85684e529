package dev.medley.format;

/** A version of SOAP. */
public enum SoapVersion {
    /** SOAP 1.1 (W3C Note of May 2000), whose requests have the field {@code SOAPAction}. */
    V1_1("1.1", "http://schemas.xmlsoap.org/soap/envelope/"),
    /** SOAP 1.2 (W3C Recommendation), whose media type is {@code application/soap+xml}. */
    V1_2("1.2", "http://www.w3.org/2003/05/soap-envelope");

    private final String configured;
    private final String namespace;

    SoapVersion(String configured, String namespace) {
        this.configured = configured;
        this.namespace = namespace;
    }

    /** Returns the name in the configuration. */
    public String configured() {
        return configured;
    }

    /** Returns the namespace of its envelope. */
    public String namespace() {
        return namespace;
    }
}
