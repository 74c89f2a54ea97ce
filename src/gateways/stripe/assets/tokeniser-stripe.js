/**
 * Stripe's own field for a card: https://docs.stripe.com/js. The typed digits are in frames of Stripe's, and go from
 * there to Stripe; this page gets the id of a PaymentMethod.
 */

/**
 * Stripe wants its script from its own host, always: https://docs.stripe.com/js/including. The release is the one that
 * the API version of the server side is named by.
 */
const SCRIPT = 'https://js.stripe.com/endive/stripe.js';
/** A script or a frame that takes longer than this is held up somewhere. */
const PATIENCE_MS = 20_000;
const LOCALES = { pt: 'pt-BR', en: 'en', es: 'es-419' };

let loading;

/**
 * Puts the field up; it can be typed into when this has returned.
 *
 * @param container where the field goes; its font and colours are the field's
 * @param options the publishable key of the account
 * @param locale the page's language
 * @param onProblem called with what is wrong with what was typed, in the page's language; with '' when nothing is
 * @param onChange called with whether the field is empty
 * @throws Error where Stripe cannot be reached
 */
export async function mount({ container, options, locale, onProblem, onChange }) {
  const Stripe = await load();
  const stripe = Stripe(options.publishableKey, { locale: LOCALES[locale] ?? 'auto' });
  const card = stripe.elements().create('card', {
    hidePostalCode: true,
    disableLink: true,
    style: styleOf(container),
    classes: { focus: 'has-focus' },
  });
  card.on('change', ({ empty, error }) => {
    onProblem(error?.message ?? '');
    onChange({ isEmpty: empty });
  });
  try {
    await whenReady(card, container);
  } catch (error) {
    card.destroy();
    throw error;
  }
  return {
    /** @throws Error with the code `invalid_card` and words for the payer; any other where Stripe cannot be reached */
    async tokenise({ holder }) {
      const { paymentMethod, error } = await stripe.createPaymentMethod({
        type: 'card',
        card,
        billing_details: { name: holder },
      });
      if (paymentMethod) return paymentMethod.id;
      const isOfCard = error.type === 'validation_error' || error.type === 'card_error';
      throw Object.assign(new Error(error.message), { code: isOfCard ? 'invalid_card' : 'failed' });
    },
    focus: () => card.focus(),
    clear: () => card.clear(),
    destroy: () => card.destroy(),
  };
}

/** A script that could not be loaded is asked for anew the next time. */
function load() {
  loading ??= withPatience(addScript()).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

function addScript() {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = SCRIPT;
    script.addEventListener('load', () =>
      globalThis.Stripe ? resolve(globalThis.Stripe) : reject(new Error('The script of Stripe is not what it was.')),
    );
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error('The script of Stripe could not be loaded.'));
    });
    document.head.append(script);
  });
}

function whenReady(card, container) {
  return withPatience(
    new Promise((resolve, reject) => {
      card.on('ready', resolve);
      card.on('loaderror', () => reject(new Error('The field of Stripe could not be loaded.')));
      card.mount(container);
    }),
  );
}

function withPatience(promise) {
  let timer;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('Stripe does not answer.')), PATIENCE_MS);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** The frames know nothing of the page's style sheet. */
function styleOf(container) {
  const { color, fontFamily, fontSize, fontWeight } = getComputedStyle(container);
  const named = (name, otherwise) => getComputedStyle(container).getPropertyValue(name).trim() || otherwise;
  const quiet = named('--quiet', color);
  const bad = named('--bad', color);
  return {
    base: { color, fontFamily, fontSize, fontWeight, iconColor: quiet, '::placeholder': { color: quiet } },
    invalid: { color: bad, iconColor: bad },
  };
}
