"""The same small service in every language: items that are made, listed, and asked for by their number."""

from __future__ import annotations

from typing import Final

SERVICES: Final = {
    "python": """\
import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ITEMS = []


class Handler(BaseHTTPRequestHandler):
    def reply(self, status, value):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        if self.path == "/items":
            return self.reply(200, ITEMS)
        number = int(self.path.rsplit("/", 1)[-1])
        found = ITEMS[number - 1] if number <= len(ITEMS) else None
        return self.reply(200, found) if found else self.reply(404, {"error": "no item"})

    def do_POST(self):
        name = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["name"]
        ITEMS.append({"id": len(ITEMS) + 1, "name": name})
        self.reply(201, ITEMS[-1])

    def log_message(self, *_):
        pass


ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Handler).serve_forever()
""",
    "javascript": """\
import { createServer } from "node:http";

const items = [];
createServer(async (request, response) => {
  let text = "";
  for await (const part of request) text += part;
  let status = 200;
  let value = items;
  if (request.method === "POST") {
    value = { name: JSON.parse(text).name, id: items.length + 1 };
    items.push(value);
    status = 201;
  } else if (request.url !== "/items") {
    value = items[Number(request.url.split("/").pop()) - 1];
    if (!value) [status, value] = [404, { error: "no item" }];
  }
  const body = JSON.stringify(value);
  response.writeHead(status, { "Content-Type": "application/json" }).end(body);
}).listen(Number(process.env.PORT), "127.0.0.1");
""",
    "go": """\
package main

import (
	"encoding/json"
	"net/http"
	"os"
	"strconv"
	"strings"
)

type item struct {
	ID   int    `json:"id"`
	Name string `json:"name"`
}

func main() {
	items := []item{}
	answer := func(w http.ResponseWriter, status int, value any) {
		w.WriteHeader(status)
		json.NewEncoder(w).Encode(value)
	}
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if r.Method == "POST" {
			var made item
			json.NewDecoder(r.Body).Decode(&made)
			made.ID = len(items) + 1
			items = append(items, made)
			answer(w, 201, made)
			return
		}
		if r.URL.Path == "/items" {
			answer(w, 200, items)
			return
		}
		number, _ := strconv.Atoi(r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:])
		if number < 1 || number > len(items) {
			answer(w, 404, map[string]string{"error": "no item"})
			return
		}
		answer(w, 200, items[number-1])
	})
	http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil)
}
""",
    "java": """\
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

public class Main {
    private static final List<String> ITEMS = new ArrayList<>();

    public static void main(String[] args) throws IOException {
        int port = Integer.parseInt(System.getenv("PORT"));
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        server.createContext("/", Main::handle);
        server.start();
    }

    private static void handle(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        if (exchange.getRequestMethod().equals("POST")) {
            String text = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String name = text.split("\\"")[3];
            ITEMS.add("{\\"id\\": " + (ITEMS.size() + 1) + ", \\"name\\": \\"" + name + "\\"}");
            reply(exchange, 201, ITEMS.get(ITEMS.size() - 1));
        } else if (path.equals("/items")) {
            reply(exchange, 200, "[" + String.join(", ", ITEMS) + "]");
        } else {
            int number = Integer.parseInt(path.substring(path.lastIndexOf('/') + 1));
            boolean known = number >= 1 && number <= ITEMS.size();
            reply(exchange, known ? 200 : 404, known ? ITEMS.get(number - 1) : "{\\"error\\": \\"no item\\"}");
        }
    }

    private static void reply(HttpExchange exchange, int status, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
""",
    "rust": """\
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;

fn main() {
    let port = std::env::var("PORT").unwrap();
    let listener = TcpListener::bind(format!("127.0.0.1:{port}")).unwrap();
    let mut items: Vec<String> = Vec::new();
    for stream in listener.incoming() {
        let mut stream = stream.unwrap();
        let mut reader = BufReader::new(stream.try_clone().unwrap());
        let mut first = String::new();
        if reader.read_line(&mut first).unwrap_or(0) == 0 {
            continue;
        }
        let mut length = 0;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).unwrap();
            if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
            if line.trim().is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).unwrap();
        let path = first.split(' ').nth(1).unwrap().to_string();
        let (status, text) = if first.starts_with("POST") {
            let name = String::from_utf8(body).unwrap().split('"').nth(3).unwrap().to_string();
            items.push(format!("{{\\"id\\": {}, \\"name\\": \\"{name}\\"}}", items.len() + 1));
            (201, items.last().unwrap().clone())
        } else if path == "/items" {
            (200, format!("[{}]", items.join(",")))
        } else {
            let number: usize = path.rsplit('/').next().unwrap().parse().unwrap();
            match items.get(number.wrapping_sub(1)) {
                Some(item) => (200, item.clone()),
                None => (404, "{\\"error\\": \\"no item\\"}".to_string()),
            }
        };
        write!(stream, "HTTP/1.1 {status} OK\\r\\nContent-Length: {}\\r\\n\\r\\n{text}", text.len()).unwrap();
    }
}
""",
}
SERVICES_TOO = {"typescript": SERVICES["javascript"].replace("const items = [];", "const items: any[] = [];")}
