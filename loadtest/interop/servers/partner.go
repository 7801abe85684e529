// A partner on net/http: GET and POST /partner/{i}?delay=MS, with a JSON document of about 1 KB.
// It shuts down gracefully on SIGTERM: over HTTP/2 with a GOAWAY, over HTTP/1.1 by closing idle connections.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

var (
	filler = strings.Repeat("x", 880)
	served atomic.Int64
)

type document struct {
	Server     string `json:"server"`
	Process    int    `json:"process"`
	Protocol   string `json:"protocol"`
	Connection string `json:"connection"`
	Method     string `json:"method"`
	Path       string `json:"path"`
	Received   int64  `json:"received"`
	Filler     string `json:"filler"`
}

func answer(w http.ResponseWriter, r *http.Request) {
	received, err := io.Copy(io.Discard, r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	served.Add(1)
	if delay, err := strconv.Atoi(r.URL.Query().Get("delay")); err == nil && delay > 0 {
		time.Sleep(time.Duration(delay) * time.Millisecond)
	}
	body, err := json.Marshal(document{"go", os.Getpid(), r.Proto, r.RemoteAddr, r.Method, r.URL.Path, received, filler})
	if err != nil {
		panic(err)
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(body) // The client may have left.
}

// listener returns the listener of an inherited file, so that the next process accepts on the same socket, or a new one.
func listener(fd int, port int) (net.Listener, error) {
	if fd >= 0 {
		return net.FileListener(os.NewFile(uintptr(fd), "listener"))
	}
	return net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
}

func main() {
	protocol := flag.String("protocol", "h2", "http/1.1, h2c or h2; with a certificate over TLS")
	port := flag.Int("port", 0, "port to listen on")
	fd := flag.Int("fd", -1, "listening socket to use instead of a port")
	certificate := flag.String("certificate", "", "PEM file; without it plain text")
	key := flag.String("key", "", "PEM file")
	flag.Parse()

	protocols := new(http.Protocols)
	switch *protocol {
	case "http/1.1":
		protocols.SetHTTP1(true)
	case "h2c":
		protocols.SetUnencryptedHTTP2(true)
	case "h2":
		protocols.SetHTTP2(true)
	default:
		log.Fatalf("-protocol: %q is unknown", *protocol)
	}
	http.HandleFunc("/partner/", answer)
	server := &http.Server{Protocols: protocols}
	accepted, err := listener(*fd, *port)
	if err != nil {
		log.Fatal(err)
	}

	stop := make(chan os.Signal, 1)
	signal.Notify(stop, syscall.SIGTERM)
	stopped := make(chan struct{})
	go func() {
		<-stop
		deadline, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := server.Shutdown(deadline); err != nil {
			log.Print("not all requests had ended: ", err)
		}
		close(stopped)
	}()

	fmt.Println("ready")
	if *certificate == "" {
		err = server.Serve(accepted)
	} else {
		err = server.ServeTLS(accepted, *certificate, *key)
	}
	if err != http.ErrServerClosed {
		log.Fatal(err)
	}
	<-stopped
	fmt.Println("served", served.Load())
}
