/**
 * The card form. The number goes from its field to the gateway's tokeniser and nowhere else: not into a request to the
 * store, a storage, the console or an address. What is sent is the token.
 */

/** @param form the element; its data says where the tokeniser is and how problems are told */
export function prepareCardForm(form, { base, refresh }) {
  if (form.dataset.ready) return;
  form.dataset.ready = 'true';
  const words = JSON.parse(form.dataset.messages);
  const button = form.querySelector('button');
  const fields = Object.fromEntries(
    ['number', 'holder', 'expiry', 'cvc'].map((id) => [id, form.querySelector(`#${id}`)]),
  );
  let isBusy = false;

  fields.number.addEventListener('input', () => keepFormat(fields.number, groupNumber));
  fields.expiry.addEventListener('input', () => keepFormat(fields.expiry, groupExpiry));
  form.addEventListener('input', ({ target }) => say(target, ''));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    // However often it is pressed, a card is sent once.
    if (!isBusy) pay();
  });
  button.disabled = false;

  async function pay() {
    sayOfForm('');
    const card = read();
    if (!card) return;
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
      const { tokenise } = await import(form.dataset.tokeniser);
      token = await tokenise(card);
    } catch (error) {
      if (error.code === 'test_card_only') return refuse(fields.number, words.testCard);
      return sayOfForm(words.failed);
    }
    const installments = Number(form.querySelector('#installments')?.value ?? 1);
    for (const field of Object.values(fields)) field.value = '';
    let answer;
    try {
      answer = await fetch(`${base}/payments`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
        body: JSON.stringify({ card_token: token, installments }),
      });
    } catch {
      // It may have arrived all the same: the page says how things stand.
      sayOfForm(words.failed);
      return refresh();
    }
    // Refused altogether: the page says why.
    if (answer.ok || answer.status === 403) return refresh();
    if (answer.status === 409) await refresh();
    const problem = { 409: words.conflict, 422: words.refused, 429: words.tooMany }[answer.status] ?? words.failed;
    sayOfForm(problem);
  }

  /** The card, or null when a field is wrong: each says why, and the first of them is where the payer goes on. */
  function read() {
    const number = digitsOf(fields.number.value);
    const expiry = readExpiry(fields.expiry.value);
    const problems = {
      number: isCardNumber(number) ? '' : words.number,
      holder: fields.holder.value.trim().length > 1 ? '' : words.holder,
      expiry: expiry ? (isPast(expiry) ? words.expired : '') : words.expiry,
      cvc: digitsOf(fields.cvc.value).length === (/^3[47]/.test(number) ? 4 : 3) ? '' : words.cvc,
    };
    for (const [name, problem] of Object.entries(problems)) say(fields[name], problem);
    const first = Object.keys(problems).find((name) => problems[name]);
    if (first) fields[first].focus();
    if (first) return null;
    return {
      number,
      holder: fields.holder.value.trim(),
      expiryMonth: expiry.month,
      expiryYear: expiry.year,
      cvc: digitsOf(fields.cvc.value),
    };
  }

  function refuse(field, problem) {
    say(field, problem);
    field.focus();
  }

  function say(field, problem) {
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
