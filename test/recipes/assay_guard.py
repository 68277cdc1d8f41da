"""Pay x402 challenges from Python, each one judged by Assay first.

Needs Python 3.9 and the command `assay`; no package. `sign` is your x402
signer: it gets the approved offer and returns the PAYMENT-SIGNATURE header.
"""

import base64
import hashlib
import http.client
import itertools
import json
import subprocess
from urllib.parse import urlsplit


class PaymentRefused(Exception):
    """The payment was not made. `reasons[0]` says which rule stopped it."""

    def __init__(self, answer):
        self.decision = answer["decision"]
        self.reasons = answer["reasons"]
        stopping = [r for r in self.reasons if r["decision"] != "note"]
        super().__init__(
            "; ".join(f"{r['text']} [{r['code']}]" for r in stopping)
        )


class Guard:
    """One running `assay guard --stdio`: a line out, a line in."""

    def __init__(self, command=("assay", "guard", "--stdio")):
        self._process = subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self._ids = itertools.count(1)

    def ask(self, **message):
        message["id"] = next(self._ids)
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if line == "":
            raise RuntimeError("assay guard has ended")
        answer = json.loads(line)
        if "error" in answer:
            raise ValueError(answer["error"]["message"])
        return answer

    def close(self):
        self._process.stdin.close()
        self._process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def fetch(url, guard, sign, method="GET", body=None, expect=None, policy=None):
    """Calls `url` and pays for it when the guard allows it: (status, body)."""
    status, headers, answer = send(url, method, body)
    if status != 402:
        return status, answer
    question = {
        "url": url,
        "method": method,
        "challenge": {
            "status": status,
            "headers": headers,
            "body": answer.decode("utf-8", "replace"),
        },
    }
    if body is not None:
        question["body_sha256"] = hashlib.sha256(body).hexdigest()
    if expect is not None:
        question["expect"] = expect
    if policy is not None:
        question["policy"] = policy
    decided = guard.ask(**question)
    if decided["decision"] != "allow":
        raise PaymentRefused(decided)
    try:
        payment = sign(decided["approved_offer"])
    except Exception:
        tell(guard, decided, "failed")  # never signed
        raise
    try:
        status, headers, answer = send(
            url, method, body, {"PAYMENT-SIGNATURE": payment}
        )
    except (OSError, http.client.HTTPException):
        tell(guard, decided, "unclear")  # it may have been cashed
        raise
    settled = settlement(headers)
    outcome = outcome_of(status, settled)
    tell(guard, decided, outcome, settled.get("transaction"))
    return status, answer


def outcome_of(status, settled):
    """What became of a payment that was sent and answered."""
    reason = str(settled.get("errorReason", ""))
    if 300 <= status < 400 or "pending" in reason or "timed_out" in reason:
        return "unclear"
    # An error is no answer, even if the seller says that it charged.
    answered = status < 300 and settled.get("success", True) is not False
    return "paid" if answered else "failed"


def tell(guard, decided, outcome, transaction=None):
    if not isinstance(transaction, str) or len(transaction) > 200:
        transaction = None
    guard.ask(
        op="outcome",
        approval=decided["approval"],
        outcome=outcome,
        transaction=transaction,
    )


def send(url, method, body, extra=None):
    """One request. Redirects are not followed: a payment must not travel."""
    parts = urlsplit(url)
    kinds = {
        "https": http.client.HTTPSConnection,
        "http": http.client.HTTPConnection,
    }
    connection = kinds[parts.scheme](parts.hostname, parts.port, timeout=30)
    try:
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        headers = {"Accept": "application/json", **(extra or {})}
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        return response.status, dict(response.getheaders()), response.read()
    finally:
        connection.close()


def settlement(headers):
    """What PAYMENT-RESPONSE says, or nothing."""
    for name, value in headers.items():
        if name.lower() in ("payment-response", "x-payment-response"):
            try:
                said = json.loads(base64.b64decode(value))
            except (ValueError, RecursionError):
                return {}
            return said if isinstance(said, dict) else {}
    return {}
