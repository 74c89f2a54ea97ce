import { renderPreview } from '../../checkout/pages/render-page.ts';
import { sampleCheckoutView, sampleSale } from '../../checkout/sample-view.ts';
import { findLogo, findLogoVersion } from '../../accounts/companies/find-logo.ts';
import { notFound } from '../../base/errors/errors.ts';
import { joi } from '../../base/http/joi.ts';
import { renderQrCode } from '../../banking/documents/render-qr-code.ts';
import { formFields } from '../form-fields.ts';
import { screen, type RequestOf } from '../screen.ts';
import { settingsWords } from './settings.words.ts';

const words = settingsWords;

/** The values of the form of the brand at the moment, saved or not; `platform` is the platform's own colour. */
export interface UnsavedBrand {
  name?: string;
  color?: string;
}

export const unsavedBrand = {
  name: formFields.line(100),
  color: joi
    .string()
    .empty('')
    .pattern(/^(#[0-9a-f]{6}|platform)$/i),
};

/** Renders the payers' page with the name and colour of the address; values that are not given are as saved. */
const previewScreen = screen({
  id: 'settingsPreview',
  scope: 'store',
  path: '/settings/preview',
  words,
  query: joi.object<UnsavedBrand>(unsavedBrand),
  show: async (request) => {
    const { deps, store, company, input, language, href } = request;
    const logoVersion = await findLogoVersion(deps.em, store.companyId);
    const chosen = input.color === 'platform' ? null : (input.color ?? company.brandColor);
    const brand = { name: input.name ?? company.name, brandColor: chosen, logoVersion };
    const view = sampleOf(request, brand);
    return { render: ({ nonce }) => renderPreview(view, { language, nonce, base: href('/settings') }) };
  },
});

/** The pictures of the preview lie where the page looks for them: beside its own address. */
const logoScreen = screen({
  id: 'logo',
  scope: 'store',
  path: '/settings/logo',
  words,
  show: async ({ deps, store }) => {
    const logo = await findLogo(deps.em, store.companyId);
    if (!logo) throw notFound('logo', `of store ${store.companyId}`);
    return { type: logo.contentType, body: Buffer.from(logo.bytes) };
  },
});

const sampleCodeScreen = screen({
  id: 'samplePixCode',
  scope: 'store',
  path: '/settings/pix.svg',
  words,
  show: async (request) => {
    const { name, brandColor } = request.company;
    const { pix } = sampleOf(request, { name, brandColor, logoVersion: null });
    return { type: 'image/svg+xml', body: await renderQrCode(pix!.qrCode) };
  },
});

function sampleOf(
  { company, store, w, now }: RequestOf<'store', (typeof words)['pt'], unknown>,
  brand: Parameters<typeof sampleCheckoutView>[0]['brand'],
) {
  const isSandbox = store.environment === 'sandbox';
  return sampleCheckoutView({ company, brand, isSandbox, sale: sampleSale(w.preview), now });
}

export const previewScreens = [previewScreen, logoScreen, sampleCodeScreen];
