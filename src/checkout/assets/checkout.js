/**
 * The script of the payer's page: it turns the page when the payment does, copies codes, counts down, and tells the
 * store of the payer's acts. Without the script the page still shows everything and pays by Pix and boleto.
 */
const POLL_MS = 5_000;
/** A stream that says nothing for so long is held up by something between. */
const SILENCE_MS = 5_000;
const RETRY_MS = 2_000;
const STREAM_RETRY_MS = 60_000;

const live = document.getElementById('live');
const main = () => document.querySelector('main');
const base = main().dataset.base;

/* The page turns. */

let latest = main().dataset.version;
let isTurning = false;
/** The state is fetched whatever its version is. */
let isForced = false;
/** The origins that this page's policy lets in, beside our own: the policy is decided when a page is opened. */
const { origins } = main().dataset;

/** Fetches the page when the server has another one, and as often as it changes meanwhile. */
async function turn({ force = false } = {}) {
  isForced ||= force;
  if (isTurning) return;
  isTurning = true;
  try {
    while (isForced || latest !== main().dataset.version) {
      const heard = latest;
      isForced = false;
      const answer = await fetch(location.pathname + location.search, {
        headers: { Accept: 'text/html' },
        cache: 'no-store',
      });
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      const html = await answer.text();
      // No more of it: the style of its head has another nonce than this page's policy allows.
      const part = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
      const next = new DOMParser().parseFromString(part, 'text/html').querySelector('main[data-version]');
      // News that came meanwhile may be of a page after this one.
      if (latest === heard) latest = next.dataset.version;
      const needs = next.dataset.origins;
      if (needs && needs !== origins) return location.reload();
      if (isTyping() && isSameToPay(next)) {
        // The payer goes on typing; what is beside the form is brought up to date.
        document.querySelector('.summary').replaceWith(next.querySelector('.summary'));
        main().dataset.version = next.dataset.version;
        main().dataset.dayEndsIn = next.dataset.dayEndsIn ?? '';
        awaitTomorrow();
      } else show(next);
    }
  } catch {
    setTimeout(() => turn({ force: true }), RETRY_MS);
  } finally {
    isTurning = false;
  }
}

/** A field of the gateway's own says itself that something is in it. */
const isTyping = () =>
  document.querySelector('.card-form[data-typed]') !== null ||
  [...document.querySelectorAll('.card-form input')].some((field) => field.value !== '');

const isSameToPay = (next) =>
  next.dataset.state === main().dataset.state &&
  // Nobody pays another amount, or agrees to other words, than those that were read.
  ['.amount', '.consent'].every(
    (part) => next.querySelector(part)?.textContent === document.querySelector(part)?.textContent,
  );

/**
 * A reader with a screen reader hears the new heading; a part that only changed in detail leaves the focus where it
 * was.
 */
function show(next) {
  const old = main();
  const focused = old.contains(document.activeElement) ? document.activeElement.id : null;
  const heading = next.querySelector('h1');
  const isOther =
    next.dataset.state !== old.dataset.state || heading.textContent !== old.querySelector('h1').textContent;
  leaveForm?.();
  leaveForm = undefined;
  old.replaceWith(next);
  document.title = next.dataset.title;
  if (isOther) {
    live.textContent = [heading, next.querySelector('.notice, .lead')]
      .map((part) => part?.textContent ?? '')
      .join('. ');
    scrollTo({ top: 0 });
    heading.focus({ preventScroll: true });
  } else if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  begin();
}

function hear(version) {
  latest = version;
  turn();
}

/* News comes by a stream, and by asking where that fails. */

let stream;
let silence;
let polling;

function listen() {
  if (!('live' in main().dataset)) return;
  stream?.close();
  stream = new EventSource(`${base}/events`);
  silence = setTimeout(poll, SILENCE_MS);
  stream.addEventListener('version', ({ data }) => {
    clearTimeout(silence);
    clearInterval(polling);
    polling = undefined;
    hear(JSON.parse(data).version);
  });
  stream.addEventListener('error', () => {
    poll();
    // Else the browser connects again by itself.
    if (stream.readyState === EventSource.CLOSED) setTimeout(listen, STREAM_RETRY_MS);
  });
}

function poll() {
  clearTimeout(silence);
  if (polling) return;
  polling = setInterval(ask, POLL_MS);
  ask();
}

async function ask() {
  if (document.hidden) return;
  try {
    const answer = await fetch(`${base}/status`, { headers: { Accept: 'application/json' }, cache: 'no-store' });
    if (answer.ok) hear((await answer.json()).version);
  } catch {
    // The next one may get through.
  }
}

function stopListening() {
  stream?.close();
  clearTimeout(silence);
  clearInterval(polling);
  stream = polling = undefined;
}

/* The acts of the payer. */

const told = new Set();

function tell(act) {
  // A page without an invoice has nobody to tell.
  if (told.has(act) || 'quiet' in main().dataset) return;
  told.add(act);
  // The beacon outlives the page, which a payer may be leaving.
  navigator.sendBeacon(`${base}/acts`, new Blob([JSON.stringify({ act })], { type: 'application/json' }));
}

async function copy(button) {
  const field = document.getElementById(button.dataset.copy);
  tell('started');
  try {
    await navigator.clipboard.writeText(button.dataset.text ?? field.value);
  } catch {
    // Not every browser lets a page write to the clipboard: what is selected can be copied by hand.
    field.focus();
    field.select();
    if (!document.execCommand('copy')) return;
    button.focus();
  }
  const { textContent: words } = button;
  const { copied } = main().dataset;
  if (words === copied) return;
  live.textContent = '';
  button.textContent = live.textContent = copied;
  setTimeout(() => (button.textContent = words), 2_000);
}

/* Time runs out. */

const ends = new WeakMap();

function countDown() {
  for (const timer of document.querySelectorAll('[data-seconds-left]')) {
    if (!ends.has(timer)) ends.set(timer, Date.now() + Number(timer.dataset.secondsLeft) * 1_000);
    const left = Math.max(0, Math.round((ends.get(timer) - Date.now()) / 1_000));
    const parts = [Math.floor(left / 3_600), Math.floor(left / 60) % 60, left % 60];
    timer.textContent = parts.map((part) => String(part).padStart(2, '0')).join(':');
  }
}

let tomorrow;
/** The requests of all open pages are spread over these seconds. */
const TURN_WITHIN_SECONDS = 5;

/** A discount ends, or a fine begins, with the store's day: the page then asks for another amount. */
function awaitTomorrow() {
  clearTimeout(tomorrow);
  const { dayEndsIn } = main().dataset;
  if (!dayEndsIn) return;
  const seconds = Number(dayEndsIn) + Math.random() * TURN_WITHIN_SECONDS;
  tomorrow = setTimeout(() => turn({ force: true }), seconds * 1_000);
}

/** Takes down what a form has put up beside itself. */
let leaveForm;

/** The set-up of a page that has just been shown. */
async function begin() {
  countDown();
  awaitTomorrow();
  if (!('live' in main().dataset)) stopListening();
  const form = document.querySelector('.card-form');
  if (!form) return;
  try {
    const { prepareCardForm } = await import(form.dataset.script);
    leaveForm = prepareCardForm(form, { base, refresh: () => turn({ force: true }) }) ?? leaveForm;
  } catch {
    setTimeout(begin, RETRY_MS);
  }
}

document.addEventListener('click', ({ target }) => {
  const button = target.closest('[data-copy]');
  if (button) copy(button);
  // A test card of the sandbox goes into the form as if it were typed.
  const filler = target.closest('[data-fill]');
  for (const [id, value] of Object.entries(filler ? JSON.parse(filler.dataset.fill) : {})) {
    const field = document.getElementById(id);
    if (!field) continue;
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  if (target.closest('[data-started]')) tell('started');
});
document.addEventListener('input', () => tell('started'));
document.addEventListener('copy', () => tell('started'));
document.addEventListener('visibilitychange', () => {
  if (document.hidden) return;
  tell('opened');
  // Back from the bank's app: the stream may not have survived.
  if (stream) ask();
});
addEventListener('pagehide', () => {
  tell('left');
  stopListening();
});
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  told.clear();
  tell('opened');
  listen();
  turn({ force: true });
});

setInterval(countDown, 1_000);
if (!document.hidden) tell('opened');
listen();
begin();
