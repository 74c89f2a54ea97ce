import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import AxeBuilder from '@axe-core/playwright';
import { chromium, type Browser, type BrowserContext, type Page, type Request } from 'playwright-core';

/** Nothing of the browser's own may go out either: what leaves it in a test is what a page asked for. */
const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 800 };
export const WIDE_DESKTOP = { width: 1920, height: 1080 };

/** A payer's browser window, and everything it did. */
export interface Payer {
  page: Page;
  context: BrowserContext;
  requests: Request[];
  /** Errors of scripts, refused loads, violations of the policy: whatever the browser complained of. */
  complaints: string[];
  /** The sum of the layout shifts that no input of the payer explains. */
  layoutShift(): Promise<number>;
  /** Waits for the page whose heading this is. */
  reads(heading: string): Promise<void>;
  fillCard(number: string, fields?: { expiry?: string; cvc?: string }): Promise<void>;
  /** The element that the keyboard types into. */
  focused(): Promise<{ tag: string; id: string; text: string }>;
  /** When the page shows a state, by the clock of this machine. */
  whenTurned(state: string): Promise<number>;
  clipboard(): Promise<string>;
  /** The problems that axe finds in the page; given rules, by these alone. */
  accessibilityProblems(rules?: string[]): Promise<string[]>;
}

interface PayerOptions {
  language?: string;
  viewport?: { width: number; height: number };
  javaScript?: boolean;
  /** Stays open until the end of the file; otherwise it is closed with its test. */
  isKept?: boolean;
}

/** The tests of a file that need a real browser: where there is none they are left out, by name and loudly. */
export function useBrowser(): { inBrowser: typeof test; open: (options?: PayerOptions) => Promise<Payer> } {
  const executablePath = findChromium();
  let browser: Browser | undefined;
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    if (executablePath) browser = await chromium.launch({ executablePath, args: ARGUMENTS });
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  });
  afterAll(() => browser?.close());
  return {
    inBrowser: executablePath ? test : leaveOut(),
    async open(options = {}) {
      const payer = await openPayer(browser!, options);
      if (!options.isKept) contexts.push(payer.context);
      return payer;
    },
  };
}

function findChromium(): string | null {
  const given = process.env.CHROMIUM_PATH;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const paths = given
    ? [given]
    : ['chromium', 'chromium-browser', 'google-chrome'].flatMap((name) => folders.map((folder) => join(folder, name)));
  return paths.find((path) => existsSync(path)) ?? null;
}

function leaveOut(): typeof test {
  if (process.env.REQUIRE_CHROMIUM === '1') {
    throw new Error('No Chromium was found and REQUIRE_CHROMIUM is set: install it or set CHROMIUM_PATH.');
  }
  const { testPath } = expect.getState();
  const names: string[] = [];
  const skip = (name: string): void => {
    names.push(name);
    test.skip(name, () => undefined);
  };
  const each = (rows: readonly unknown[]) => (name: string) => skip(`${name} (${rows.length} times)`);
  // When the file has named all of them.
  queueMicrotask(() => {
    process.stderr.write(`NO CHROMIUM FOUND (CHROMIUM_PATH), LEFT OUT of ${testPath}: ${names.join(' | ')}\n`);
  });
  return Object.assign(skip, { each }) as unknown as typeof test;
}

async function openPayer(
  browser: Browser,
  { language = 'pt-BR', viewport = PHONE, javaScript = true }: PayerOptions,
): Promise<Payer> {
  const context = await browser.newContext({ locale: language, viewport, javaScriptEnabled: javaScript });
  context.setDefaultTimeout(15_000);
  const requests: Request[] = [];
  const complaints: string[] = [];
  context.on('request', (request) => requests.push(request));
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.text()} ${message.location().url}`);
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
  const page = await context.newPage();
  if (javaScript) await page.addInitScript(watchLayout);
  return {
    page,
    context,
    requests,
    complaints,
    layoutShift: () => page.evaluate(() => (globalThis as unknown as Watched).layoutShift),
    reads: (heading) => page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor(),
    async fillCard(number, { expiry = '12/30', cvc = '123' } = {}) {
      await page.locator('.card-form[data-ready]').waitFor();
      await page.locator('#number').fill(number);
      await page.locator('#holder').fill('ANA SOUZA');
      await page.locator('#expiry').fill(expiry);
      await page.locator('#cvc').fill(cvc);
    },
    focused: () =>
      page.evaluate(() => {
        const { tagName: tag, id, textContent: text } = document.activeElement;
        return { tag, id, text };
      }),
    whenTurned: (state) => page.evaluate(watchState, state),
    clipboard: () => page.evaluate(() => (navigator as unknown as PageNavigator).clipboard.readText()),
    async accessibilityProblems(rules) {
      // Details of what is right take most of the time, and so does the empty page in which results of frames are
      // joined.
      const { violations } = await new AxeBuilder({ page })
        .options({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) })
        .setLegacyMode(page.frames().length === 1)
        .analyze();
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
      );
    },
  };
}

interface Watched {
  layoutShift: number;
}

/** The globals of a page's own world, as much as the functions that run in it need. */
declare const document: {
  activeElement: { tagName: string; id: string; textContent: string };
  body: object;
  querySelector(selector: string): object | null;
};
declare const MutationObserver: new (seen: () => void) => {
  observe(node: object, options: object): void;
  disconnect(): void;
};
interface PageNavigator {
  clipboard: { readText(): Promise<string> };
}
interface LayoutShift {
  value: number;
  hadRecentInput: boolean;
}

/** Runs in the page, before anything of its own. */
function watchLayout(): void {
  const watched = globalThis as unknown as Watched;
  watched.layoutShift = 0;
  const observer = new PerformanceObserver((list) => {
    for (const shift of list.getEntries() as unknown as LayoutShift[]) {
      if (!shift.hadRecentInput) watched.layoutShift += shift.value;
    }
  });
  // Node's own types do not know what only pages have.
  observer.observe({ type: 'layout-shift' as 'mark', buffered: true });
}

/** Runs in the page. */
function watchState(state: string): Promise<number> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(`main[data-state="${state}"]`)) return;
      observer.disconnect();
      resolve(Date.now());
    });
    observer.observe(document.body, { childList: true });
  });
}
