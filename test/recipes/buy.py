"""For the test: calls the URLs of the command line one after another.

Every name leads to the port STREET on loopback. SIGNER is the URL of a signer;
GUARD the command of the guard, as JSON.
"""

import json
import os
import socket
import ssl
import sys

import assay_guard

dial = socket.create_connection
port = int(os.environ["STREET"])
socket.create_connection = lambda address, *rest, **more: dial(
    ("127.0.0.1", port), *rest, **more
)
ssl._create_default_https_context = ssl._create_unverified_context


def sign(offer):
    question = json.dumps(offer["challenge"]).encode()
    status, _, answer = assay_guard.send(
        os.environ["SIGNER"], "POST", question
    )
    assert status == 200, answer
    return answer.decode()


with assay_guard.Guard(json.loads(os.environ["GUARD"])) as guard:
    for url in sys.argv[1:]:
        try:
            status, body = assay_guard.fetch(url, guard, sign)
            said = {"status": status, "body": body.decode()}
        except assay_guard.PaymentRefused as refusal:
            said = {"refused": refusal.reasons[0]["code"]}
        except Exception as error:
            said = {"failed": type(error).__name__}
        print(json.dumps(said), flush=True)
