"""What schemathesis.toml cannot say: addresses of clients, and why valid data may be refused."""

import ast
from datetime import date, timedelta
from functools import wraps
from itertools import count
from threading import RLock
from uuid import uuid4

import schemathesis
from hypothesis import strategies as st
from requests.adapters import HTTPAdapter
from schemathesis.generation.meta import TestPhase

_parse = ast.parse
_parsing = RLock()


@wraps(_parse)
def _parse_alone(*args, **kwargs):
    """Parses in one thread at a time: in two at once CPython 3.11 may fail with a recursion depth (gh-106905)."""
    with _parsing:
        return _parse(*args, **kwargs)


ast.parse = _parse_alone

# The rules of the API that JSON Schema has no words for. Whoever sends data that fits the document may be refused for
# these alone; the document names them in its descriptions.
BEYOND_THE_SCHEMA = {
    "idempotency_key_reused",  # the key is of another request
    "object.oxor",  # `starting_after` beside `ending_before`: OpenAPI has no rule across parameters
    "amount.invalid",  # two decimals: `multipleOf: 0.01` would make many validators refuse 1.1, as they divide floats
    "percentage.invalid",  # up to 100 with four decimals, where `type` says so
    "document.invalid",  # check digits
    "timestamp.invalid",  # a day that does not exist, where the tool makes one from the pattern
    "url.address_not_allowed",  # an address that is not public
    "not_found",  # a field refers to a thing that is not there
    "archived",  # … or that was archived
    "erased",  # … or a customer who was erased
    "not_allowed",  # a card's field, where the invoice is not paid by card; a method beside those to choose from
    "not_offered",  # a method that the invoice does not offer
    "not_registered",  # an address to return to, of a site that the store has not registered
    "required",  # a field that another one, or the payment method, makes necessary
    "in_the_past",  # a due date, or the end of a discount
    "in_the_future",  # money that came past the gateways, on a day that is still to come
    "object.missing",  # a line with neither a product nor a name and price of its own
    "object.and",  # … with one of the two
    "object.without",  # … with a product and a name or price
    "too_many_errors",  # more of them than an answer names: those that it names are looked at
    "one_of_two",  # products beside an amount, or neither
    "expired",  # a coupon after its last day
    "used_up",  # a coupon that was redeemed as often as it can be
    "used_up_by_customer",  # … or so often by one customer
    "minimum_not_reached",  # a sale that is too small for a coupon
    "card_refused",  # a card that its bank does not let the gateway keep
    "kept_elsewhere",  # a saved card of another gateway account
    "text.surrogates",  # half of a surrogate pair
    "text.unreadable",  # what stands for bytes that were not UTF-8
    "too_many_labels",  # metadata of several updates together
    "too_far",
    "unknown_type",  # base64 of bytes that are no PDF, PNG or JPEG
    "incomplete_file",  # … or that end too soon
    "active_file",  # … or with a script
    "too_large",  # a dispute of more than is left of the payment
    "too_long",  # more than three years of weeks, months or years; a report of more than five years
    "not_a_weekday",  # a day of a month, where the interval is a week
    "too_few",  # fewer cycles than have been made
    "before_start",  # an end before the first charge; the last day of a report before its first
    "not_ahead",  # a moment before that of the sandbox's clock
    "not_in_the_future",  # a pause that would be over
    "rhythm_not_possible",  # an interval in which no bank debits
    "out_of_range",  # days before a debit that its bank does not allow
    "document_required",  # a customer without a CPF or CNPJ, whose bank asks for it
    "nothing_due",  # a first payment that authorises, where no charge is due
    "not_automatic",  # an authorization of a subscription that is paid in another way
    "authorized",  # another rhythm than the payer agreed to
    "not_unique",  # two steps of a schedule with one name
    "reserved",  # a step with the name of another message
    "in_quiet_hours",  # a step at an hour at which the store sends nothing
    "no_provider",  # a step by SMS or WhatsApp, where the store has no account
    "unknown_placeholder",  # a name in braces that no message knows
    "too_early",  # a quote for a day before the invoice was made
    "secret.unchanged",  # a rotation to the secret that is there
    "unknown_step",  # a cursor that is no step of this timeline
    "discount_too_large",  # it leaves nothing to pay
    "total_too_large",
    "refund_exceeds_payment",
    "outcome.reason",  # only of a refusal or a dispute
    "outcome.amount",  # only of a confirmation or a dispute
}

# Half of all days lie in the five years in which an invoice may be due.
SOON = st.dates(date.today(), date.today() + timedelta(days=1800))
schemathesis.openapi.format("date", st.one_of(st.dates(min_value=date(1000, 1, 1)), SOON).map(date.isoformat))

addresses = count(1)


def send_from_an_address_of_its_own(self, request, **_):
    """One address may fail to authenticate 30 times a minute; the check `ignored_auth` does so many hundred times.

    requests calls this for every request, the probes that checks send by themselves included. The API believes the
    header, as `run-fuzz.mjs` starts it behind "a proxy". That limit has tests of its own: test/base/http/rate-limits.test.ts.
    """
    number = next(addresses)
    request.headers["X-Forwarded-For"] = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"


HTTPAdapter.add_headers = send_from_an_address_of_its_own


@schemathesis.hook
def before_call(ctx, case, kwargs):
    """A repeated key answers with what the first request made, which another step may have deleted since.

    The stateful phase would take that for a thing that was made and is not there.
    """
    stateful = case.meta is not None and case.meta.phase.name is TestPhase.STATEFUL
    if stateful and "Idempotency-Key" in (case.headers or {}):
        case.headers["Idempotency-Key"] = str(uuid4())


@schemathesis.check
def valid_data_is_refused_for_a_named_rule(ctx, response, case):
    """`positive_data_acceptance` lets 422 pass, as a valid id may be of nothing; this looks why it was answered."""
    if case.meta is None or not case.meta.generation.mode.is_positive or response.status_code != 422:
        return
    problem = response.json()
    reasons = {error["code"] for error in problem["errors"]} or {problem["code"]}
    unexplained = reasons - BEYOND_THE_SCHEMA
    assert not unexplained, f"Data that fits the schema was refused: {', '.join(sorted(unexplained))}"
