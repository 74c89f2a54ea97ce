import type { World } from './world.ts';

/** The answer to a request for a page or to a form. */
export interface PanelAnswer {
  status: number;
  headers: Headers;
  html: string;
  /** Where it sends the browser. */
  location: string | null;
}

/** A browser without a window: it keeps its cookie, and sends forms as the page that it opened has them. */
export interface PanelBrowser {
  cookie: string | null;
  get(path: string, headers?: Record<string, string>): Promise<PanelAnswer>;
  /** Sends a form to an address with the token of the session and a fresh key, as any page's form has them. */
  post(path: string, fields?: FormFields, headers?: Record<string, string>): Promise<PanelAnswer>;
  /** Opens a page, finds its form with this action, and sends it as a reader would who fills in `fields`. */
  submit(page: string, action: string, fields?: FormFields): Promise<PanelAnswer>;
  signIn(email: string, password: string): Promise<PanelAnswer>;
}

export type FormFields = Record<string, string | string[]>;

export function openPanel(world: Pick<World, 'baseUrl'>): PanelBrowser {
  const { baseUrl } = world;
  const ask = async (path: string, init: RequestInit): Promise<PanelAnswer> => {
    const headers = { ...(browser.cookie && { Cookie: browser.cookie }), ...(init.headers as Record<string, string>) };
    const response = await fetch(baseUrl + path, { ...init, headers, redirect: 'manual' });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      browser.cookie = pair.endsWith('=') ? null : pair;
    }
    const { status } = response;
    return {
      status,
      headers: response.headers,
      html: await response.text(),
      location: response.headers.get('Location'),
    };
  };
  const send = (path: string, fields: FormFields, headers: Record<string, string> = {}): Promise<PanelAnswer> => {
    // A form with a file is sent in parts.
    const { 'Content-Type': type, ...others } = headers;
    const body = type === 'multipart/form-data' ? new FormData() : new URLSearchParams();
    for (const [name, value] of Object.entries(fields)) {
      for (const one of Array.isArray(value) ? value : [value]) body.append(name, one);
    }
    return ask(path, { method: 'POST', body, headers: { 'Sec-Fetch-Site': 'same-origin', ...others } });
  };
  let csrf: string | null = null;
  const browser: PanelBrowser = {
    cookie: null,
    get: (path, headers = {}) => ask(path, { headers }),
    async post(path, fields = {}, headers = {}) {
      csrf ??= hiddenOf(formsOf((await browser.get('/panel/account')).html)[0] ?? '')._csrf ?? '';
      return send(path, { _csrf: csrf, _key: crypto.randomUUID(), ...fields }, headers);
    },
    async submit(page, action, fields = {}) {
      const { html, status } = await browser.get(page);
      const form = formsOf(html).find((one) => one.includes(`action="${action}"`));
      if (!form) throw new Error(`The page ${page} (${status}) has no form for ${action}.`);
      return send(action, { ...hiddenOf(form), ...fields });
    },
    async signIn(email, password) {
      csrf = null;
      return browser.submit('/panel/sign-in', '/panel/sign-in', { email, password });
    },
  };
  return browser;
}

function formsOf(html: string): string[] {
  return html.match(/<form[\s\S]*?<\/form>/g) ?? [];
}

function hiddenOf(form: string): Record<string, string> {
  const inputs = (form.match(/<input type="hidden"[^>]*>/g) ?? []).filter((input) => !input.includes(' disabled'));
  return Object.fromEntries(
    inputs.map((input) => [/name="([^"]*)"/.exec(input)?.[1] ?? '', /value="([^"]*)"/.exec(input)?.[1] ?? '']),
  );
}
