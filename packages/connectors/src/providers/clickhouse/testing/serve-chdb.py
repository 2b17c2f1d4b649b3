"""Serves the engine of ClickHouse (chdb) over the part of its HTTP interface that the connector uses.

Arguments: a folder for the data, a user and a password. Prints the port. One statement runs at a time.
"""

import base64
import os
import re
import sys
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

from chdb import session

FOLDER, USER, PASSWORD = sys.argv[1:4]
ENGINE = session.Session(os.path.join(FOLDER, "data"))
LOCK = threading.Lock()
# Parameters of the interface that are no settings.
OWN = {"query", "database", "wait_end_of_query"}
STATUSES = {60: 404, 81: 404, 47: 404, 62: 400, 497: 403, 516: 403}


def literal(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def run(parameters, body):
    sql = parameters.get("query")
    rows = None
    if sql is None:
        sql = body.decode()
    else:
        # The engine reads no rows from a request, but from a file.
        with tempfile.NamedTemporaryFile(dir=FOLDER, delete=False) as file:
            file.write(body)
            rows = file.name
        sql = re.sub(r" FORMAT CSV$", "", sql)
        source = f"FROM file({literal(rows)}, 'CSV', "
        sql = sql.replace("FROM input(", source, 1)
    settings = {name: value for name, value in parameters.items() if name not in OWN}
    with LOCK:
        try:
            ENGINE.query("USE `" + parameters.get("database", "default") + "`")
            if settings:
                ENGINE.query("SET " + ", ".join(f"{name} = {literal(value)}" for name, value in settings.items()))
            return ENGINE.query(sql, "TabSeparated").bytes()
        finally:
            if settings:
                ENGINE.query("SET " + ", ".join(f"{name} = DEFAULT" for name in settings))
            if rows is not None:
                os.unlink(rows)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", "0")))
        expected = base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()
        if self.headers.get("authorization") != f"Basic {expected}":
            self.fail("Code: 516. DB::Exception: Authentication failed: password is incorrect, or there is no user with such name. (AUTHENTICATION_FAILED)")
            return
        try:
            self.answer(200, run(dict(parse_qsl(urlsplit(self.path).query, keep_blank_values=True)), body))
        except Exception as error:  # The engine has one class for all of its exceptions.
            self.fail(str(error))

    def fail(self, text):
        found = re.match(r"Code: (\d+)", text)
        code = int(found[1]) if found else 1002
        self.answer(STATUSES.get(code, 500), text.encode(), {"X-ClickHouse-Exception-Code": str(code)})

    def answer(self, status, body, headers={}):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


SERVER = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(SERVER.server_address[1], flush=True)
SERVER.serve_forever()
