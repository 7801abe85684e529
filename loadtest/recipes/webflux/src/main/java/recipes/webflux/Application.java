package recipes.webflux;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

// recipe shared begin
@SpringBootApplication
public class Application {

    public static void main(String[] arguments) {
        SpringApplication.run(Application.class, arguments);
    }
}
// recipe shared end
