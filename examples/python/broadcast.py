"""Plays a file of the library at one terminal and waits until it is heard.

    python3 broadcast.py URL USER PASSWORD TERMINAL FILE

TERMINAL is the code of the terminal, FILE the name of the file. Needs Python 3.9 and nothing else.
"""

import json
import sys
import time
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

# Every answer is {"code", "message", "value"}; these codes are success.
SUCCESS = (0, 200)
LIMIT_S = 120


class Api:
    def __init__(self, url):
        self.url = url.rstrip("/")
        self.token = None

    def call(self, method, path, body=None):
        """Value of a successful answer; ends the program with the message of the server otherwise."""
        headers = {"lang": "en"}
        if self.token is not None:
            headers["access_token"] = self.token
        data = None
        if body is not None:
            headers["content-type"] = "application/json"
            data = json.dumps(body).encode()
        request = Request(self.url + path, data=data, headers=headers, method=method)
        try:
            with urlopen(request, timeout=30) as response:
                answer = json.load(response)
        except HTTPError as error:
            answer = json.load(error)
        if answer["code"] not in SUCCESS:
            sys.exit(f"{method} {path}: {answer['message']}")
        return answer["value"]

    def login(self, user, password):
        body = {"username": user, "password": password, "by_url": False}
        self.token = self.call("POST", "/v1/login", body)["token"]


def one_of(rows, field, wanted, kind):
    for row in rows:
        if row[field] == wanted:
            return row
    sys.exit(f"no {kind} {wanted}; there are: {', '.join(str(row[field]) for row in rows)}")


def main(url, user, password, code, name):
    api = Api(url)
    api.login(user, password)
    devices = api.call("GET", f"/v1/device?q={quote(code)}")["rows"]
    for row in devices:
        print(f"{row['code']}  {row['name']}  {'online' if row['presence']['online'] else 'offline'}")
    device = one_of(devices, "code", code, "terminal")
    file = one_of(api.call("GET", f"/v1/file?q={quote(name)}")["rows"], "name", name, "file")
    task = api.call(
        "POST",
        "/v1/task",
        {"name": "Example", "audio_source": 0, "files": [file["id"]], "devices": [device["id"]]},
    )
    # `heard` counts the terminals whose reports prove that they play.
    end = time.monotonic() + LIMIT_S
    while api.call("GET", f"/v1/task/{task['id']}")["heard"] == 0:
        if time.monotonic() > end:
            sys.exit("not heard")
        time.sleep(0.2)
    print(f"heard at {code}")
    api.call("POST", f"/v1/task/{task['id']}/stop")
    api.call("POST", "/v1/logout")


if __name__ == "__main__":
    if len(sys.argv) != 6:
        sys.exit(__doc__)
    main(*sys.argv[1:])
