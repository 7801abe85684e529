package recipes.webflux;

import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.reactive.result.method.annotation.ResponseEntityExceptionHandler;

/** Failures as problem documents; those of Spring, such as a missing parameter, by the class that it extends. */
// recipe shared begin
@RestControllerAdvice
class Problems extends ResponseEntityExceptionHandler {

    private static final Logger LOG = LoggerFactory.getLogger(Problems.class);

    @ExceptionHandler
    ProblemDetail partnerFailed(Partners.PartnerException failure) {
        LOG.warn("{}", failure.getMessage());
        boolean late = failure.getCause() instanceof TimeoutException;
        return ProblemDetail.forStatusAndDetail(
                late ? HttpStatus.GATEWAY_TIMEOUT : HttpStatus.BAD_GATEWAY, failure.getMessage());
    }
}
// recipe shared end
