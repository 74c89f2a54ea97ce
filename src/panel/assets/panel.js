// The parts that plain HTML cannot do: say what is wrong as soon as a refused form is shown, copy a secret, show one
// line more, show that a page is on its way, go to the search and through the rows of a list by keys, tick all rows,
// untick a box that another choice rules out, close a menu, ask the browser for a passkey. Every page works without the
// script, but for passkeys, in whose place a code can be given.

const focusProblems = (root) => root.querySelector('[data-focus]')?.focus();
focusProblems(document);
// On a phone the sections scroll sideways: the one that is open is in view.
document.querySelector('.sections [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });

document.addEventListener('click', async ({ target }) => {
  const button = target.closest('button[data-copy]');
  if (button) {
    const text = document.getElementById(button.dataset.copy)?.textContent.trim() ?? '';
    await navigator.clipboard.writeText(text).then(
      () => (button.textContent = button.dataset.copied),
      () => document.getSelection()?.selectAllChildren(document.getElementById(button.dataset.copy)),
    );
  }
  // A bar of a chart leads to its rows, as does its name among the numbers below.
  const bar = target.closest('svg [data-href]');
  if (bar) location.assign(bar.dataset.href);
  const adder = target.closest('button[data-add-line]');
  const line = adder?.form.querySelector('.line-fields.is-spare');
  if (line) {
    line.classList.remove('is-spare');
    line.querySelector('input').focus();
    adder.disabled = !adder.form.querySelector('.line-fields.is-spare');
  }
  for (const menu of document.querySelectorAll('details:is(.person, .chip)[open]')) {
    if (!menu.contains(target)) menu.removeAttribute('open');
  }
});

// A colour that is chosen is meant, and not the box beside it; from then on the box says what is meant.
document.addEventListener('input', ({ target }) => {
  const box = target.dataset?.unticks && document.getElementById(target.dataset.unticks);
  if (box) box.checked = false;
  for (const field of target.form?.querySelectorAll('[data-without-script]') ?? []) field.disabled = true;
});

// A page or a list that takes more than 300 ms shows where it will be, and not what was there before.
const AWAITED_AFTER_MS = 300;
const GIVEN_UP_AFTER_MS = 15_000;
const awaited = new Map();
const endWait = (part) => {
  for (const timer of awaited.get(part) ?? []) clearTimeout(timer);
  awaited.delete(part);
  part.classList.remove('is-awaited');
  part.removeAttribute('aria-busy');
};
const awaitPart = (part) => {
  endWait(part);
  const show = () => {
    part.classList.add('is-awaited');
    part.setAttribute('aria-busy', 'true');
  };
  awaited.set(part, [setTimeout(show, AWAITED_AFTER_MS), setTimeout(endWait, GIVEN_UP_AFTER_MS, part)]);
};
document.addEventListener('click', (event) => {
  const link = event.target.closest('.sections a, .tabs a, .pager a, .row-link, .environments a');
  const opensHere = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (link && opensHere && !event.defaultPrevented) awaitPart(document.querySelector('main'));
});
// A part that refreshes itself keeps what it has meanwhile.
const isAskedFor = (part) => part.matches('#list, #figures, #found');
document.addEventListener('htmx:beforeRequest', ({ detail }) => isAskedFor(detail.target) && awaitPart(detail.target));
document.addEventListener('htmx:afterRequest', ({ detail }) => endWait(detail.target));
// The way back shows the page as the browser kept it.
globalThis.addEventListener('pageshow', () => endWait(document.querySelector('main')));

// The box at the head of a list ticks the rows below it.
document.addEventListener('change', ({ target }) => {
  const { ticks } = target.dataset ?? {};
  for (const box of ticks ? target.form.querySelectorAll(`[name="${ticks}"]`) : []) box.checked = target.checked;
});

// `j` and `k` go down and up in a list; Enter opens the row, whose link has the focus.
const stepRows = (step) => {
  const rows = [...document.querySelectorAll('.row-link')];
  const at = rows.indexOf(document.activeElement?.closest('tr')?.querySelector('.row-link'));
  rows[at === -1 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1)]?.focus();
};

document.addEventListener('keydown', (event) => {
  const { key, target } = event;
  const search = document.getElementById('search');
  const isTyping = target.matches?.(
    'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]',
  );
  const isPlain = !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (key === '/' && search && isPlain) {
    event.preventDefault();
    search.select();
    return;
  }
  if ((key === 'j' || key === 'k') && isPlain) return stepRows(key === 'j' ? 1 : -1);
  const menu = key === 'Escape' && document.querySelector('details:is(.person, .chip)[open]');
  if (!menu) return;
  menu.removeAttribute('open');
  menu.querySelector('summary').focus();
});

// A passkey's answer goes with the form. The library waits for the reader, who may refuse.
const askForPasskey = async (button, ask) => {
  const { form } = button;
  button.disabled = true;
  try {
    const answer = await ask();
    form.querySelector('[name="_assertion"], [name="answer"]').value = JSON.stringify(answer);
    form.requestSubmit();
  } catch {
    let problem = form.querySelector('[data-passkey-problem]');
    if (!problem) {
      problem = document.createElement('p');
      problem.className = 'problem';
      problem.dataset.passkeyProblem = '';
      problem.setAttribute('role', 'alert');
      button.after(problem);
    }
    problem.textContent = button.dataset.failed;
  } finally {
    button.disabled = false;
  }
};
document.addEventListener('click', ({ target }) => {
  const get = target.closest('button[data-passkey-get]');
  const create = target.closest('button[data-passkey-create]');
  const { startAuthentication, startRegistration } = globalThis.SimpleWebAuthnBrowser ?? {};
  if (get) {
    askForPasskey(get, () => startAuthentication({ optionsJSON: JSON.parse(get.dataset.passkeyGet) }));
  } else if (create && create.form.reportValidity()) {
    askForPasskey(create, () => startRegistration({ optionsJSON: JSON.parse(create.dataset.passkeyCreate) }));
  }
});
