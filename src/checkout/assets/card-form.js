/**
 * The card form. The number goes from its field to the gateway's tokeniser and nowhere else: not into a request to the
 * store, a storage, the console or an address. The request carries the token. Where the gateway brings a field of its
 * own, the number never is in this page at all.
 */

/**
 * @param form the element; its data says where the tokeniser is and how problems are told
 * @returns what takes the form down again; nothing where it was prepared before
 */
export function prepareCardForm(form, { base, refresh }) {
  if (form.dataset.ready) return;
  form.dataset.ready = 'true';
  const words = JSON.parse(form.dataset.messages);
  const button = form.querySelector('button[type=submit]');
  const holder = form.querySelector('#holder');
  const container = form.querySelector('.gateway-field');
  const options = { words, sayOf, onReady: () => (button.disabled = false) };
  const entry = container ? gatewayField(form, container, options) : plainFields(form, options);
  let isBusy = false;

  form.addEventListener('input', ({ target }) => target !== form && sayOf(target, ''));
  const installments = form.querySelector('#installments');
  // The button says what it does, and the text below the choice says the cost: `Pagar 3 × R$ 73,00`.
  const showPlan = () => {
    const { pay: label, terms } = installments.selectedOptions[0].dataset;
    form.querySelector('#installment-terms').textContent = terms;
    if (!isBusy) button.textContent = label;
  };
  installments?.addEventListener('change', showPlan);
  // A browser that comes back to the page keeps the choice.
  if (installments) showPlan();
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    // However often it is pressed, a card is sent once; and not by Enter before there is a field.
    if (!isBusy && !button.disabled) pay();
  });
  return entry.leave;

  async function pay() {
    sayOfForm('');
    const name = holder.value.trim();
    sayOf(holder, name.length > 1 ? '' : words.holder);
    const card = entry.read(name);
    // The first field with a problem is where the payer goes on.
    form.querySelector('[aria-invalid]')?.focus();
    if (!card || name.length < 2) return;
    isBusy = true;
    const label = button.textContent;
    button.textContent = words.sending;
    button.setAttribute('aria-busy', 'true');
    try {
      await submit(card);
    } finally {
      isBusy = false;
      button.textContent = label;
      button.removeAttribute('aria-busy');
    }
  }

  async function submit(card) {
    let token;
    try {
      token = await entry.tokenise(card);
    } catch (error) {
      if (!entry.refuses(error)) sayOfForm(words.failed);
      return;
    }
    // The page has turned meanwhile: what would be paid now is not what was read.
    if (!form.isConnected) return sayOfForm(words.conflict);
    const plan = installments?.selectedOptions[0];
    const saves = form.querySelector('#save-card')?.checked ? { save_card: true } : {};
    holder.value = '';
    entry.clear();
    const send = (more = {}) =>
      fetch(`${base}/payments`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
        body: JSON.stringify({
          card_token: token,
          installments: Number(plan?.value ?? 1),
          amount: Number(plan?.dataset.amount ?? form.dataset.amount),
          ...saves,
          ...more,
        }),
      });
    let answer;
    try {
      answer = await send();
      // Somebody tries cards at this store: the browser works for a second, and the card is sent again.
      if (answer.status === 403 && (await codeOf(answer)) === 'challenge_needed') {
        button.textContent = words.checking;
        const { solveChallenge } = await import('./card-challenge.js');
        answer = await send({ challenge: await solveChallenge(base) });
      }
    } catch {
      // The payment may have arrived all the same: the page says how things stand.
      sayOfForm(words.failed);
      return refresh();
    }
    // Refused altogether: the page says why.
    if (answer.ok || answer.status === 403) return refresh();
    if (answer.status === 409) await refresh();
    const changed = (await codeOf(answer)) === 'amount_changed' ? words.amountChanged : words.conflict;
    const problem = { 409: changed, 422: words.refused, 429: words.tooMany }[answer.status] ?? words.failed;
    sayOfForm(problem);
  }

  function sayOf(field, problem) {
    const place = form.querySelector(`#${field.id}-problem`);
    if (!place) return;
    place.textContent = problem;
    if (problem) field.setAttribute('aria-invalid', 'true');
    else field.removeAttribute('aria-invalid');
  }

  /** The page may have been turned meanwhile: it is said in the form that is there now. */
  function sayOfForm(problem) {
    const place = document.querySelector('.form-problem');
    if (place) place.textContent = problem;
    else if (problem) document.getElementById('live').textContent = problem;
  }
}

/** Fields of the page, whose content a tokeniser takes. */
function plainFields(form, { words, sayOf, onReady }) {
  const fields = Object.fromEntries(['number', 'expiry', 'cvc'].map((id) => [id, form.querySelector(`#${id}`)]));
  fields.number.addEventListener('input', () => keepFormat(fields.number, groupNumber));
  fields.expiry.addEventListener('input', () => keepFormat(fields.expiry, groupExpiry));
  onReady();
  return {
    /** The card, or null when a field is wrong: each says why. */
    read(holder) {
      const number = digitsOf(fields.number.value);
      const expiry = readExpiry(fields.expiry.value);
      const cvc = digitsOf(fields.cvc.value);
      const problems = {
        number: isCardNumber(number) ? '' : words.number,
        expiry: expiry ? (isPast(expiry) ? words.expired : '') : words.expiry,
        cvc: cvc.length === (/^3[47]/.test(number) ? 4 : 3) ? '' : words.cvc,
      };
      for (const [name, problem] of Object.entries(problems)) sayOf(fields[name], problem);
      if (Object.values(problems).some(Boolean)) return null;
      return { number, holder, expiryMonth: expiry.month, expiryYear: expiry.year, cvc };
    },
    async tokenise(card) {
      const { tokenise } = await import(form.dataset.tokeniser);
      return tokenise(card);
    },
    refuses({ code }) {
      if (code !== 'test_card_only') return false;
      sayOf(fields.number, words.testCard);
      fields.number.focus();
      return true;
    },
    clear() {
      for (const field of Object.values(fields)) field.value = '';
    },
    leave() {},
  };
}

/** A field that the gateway's module puts up: it alone knows what is in it. */
function gatewayField(form, container, { words, onReady }) {
  const place = form.querySelector('#details-problem');
  const again = form.querySelector('#details-again');
  let field;
  let hasLeft = false;

  async function putUp() {
    onProblem('');
    again.hidden = true;
    try {
      const { mount } = await import(form.dataset.tokeniser);
      field = await mount({
        container,
        options: JSON.parse(form.dataset.options),
        locale: document.documentElement.lang,
        onProblem,
        onChange,
      });
    } catch {
      onProblem(words.unreachable);
      again.hidden = false;
      return;
    }
    if (hasLeft) field.destroy();
    else onReady();
  }

  function onProblem(problem) {
    place.textContent = problem;
    container.classList.toggle('is-invalid', problem !== '');
  }

  function onChange({ isEmpty }) {
    if (isEmpty) return void delete form.dataset.typed;
    form.dataset.typed = 'true';
    // This page does not hear of keys that are typed into a frame.
    form.dispatchEvent(new Event('input', { bubbles: true }));
  }

  again.addEventListener('click', putUp);
  form.querySelector('#details-label').addEventListener('click', () => field?.focus());
  putUp();
  return {
    read: (holder) => ({ holder }),
    tokenise: (card) => field.tokenise(card),
    /** The gateway names the fault of a card in its own words, which are in the payer's language. */
    refuses({ code, message }) {
      if (code !== 'invalid_card') return false;
      onProblem(message);
      field.focus();
      return true;
    },
    clear() {
      field.clear();
      delete form.dataset.typed;
    },
    leave() {
      hasLeft = true;
      field?.destroy();
    },
  };
}

/** The code of a problem; the answer can be read once more. */
async function codeOf(answer) {
  const { code } = await answer
    .clone()
    .json()
    .catch(() => ({}));
  return code;
}

const digitsOf = (text) => text.replace(/\D/g, '');

/** Luhn (ISO/IEC 7812-1, annex B): twelve to nineteen digits whose weighted sum is a multiple of ten. */
function isCardNumber(digits) {
  if (!/^\d{12,19}$/.test(digits)) return false;
  const values = [...digits].reverse().map((digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 2));
  return values.reduce((sum, value) => sum + (value > 9 ? value - 9 : value), 0) % 10 === 0;
}

/** `08/30`, `08/2030`, `0830` or `8/30`, or null. */
function readExpiry(text) {
  const [, month, year] = /^\s*(\d{1,2})\s*\/?\s*(\d{4}|\d{2})\s*$/.exec(text) ?? [];
  if (!(Number(month) >= 1 && Number(month) <= 12)) return null;
  return { month: Number(month), year: Number(year.length === 2 ? `20${year}` : year) };
}

/** A card is good to the end of its month. */
const isPast = ({ month, year }) => new Date(year, month, 1) <= new Date();

/** Only at the end of the text, so that nobody's cursor jumps. */
function keepFormat(field, format) {
  if (field.selectionStart === field.value.length) field.value = format(field.value);
}

const groupNumber = (text) =>
  digitsOf(text)
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, '$1 ');
const groupExpiry = (text) => text.replace(/^(\d{2})(\d)/, '$1/$2');
