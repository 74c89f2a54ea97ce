import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Eta } from 'eta/core';

/** In production a page with a gap is better than none; everywhere else a gap fails whoever sees the page first. */
const IS_STRICT = process.env.NODE_ENV !== 'production';
/** `npm run dev` sets this: templates are read anew for each page. */
const IS_LIVE = process.env.LIVE_TEMPLATES === '1';

export interface Templates {
  /**
   * Renders `@list` of `list.eta`. Eta escapes the data that it writes, but not the output of other templates.
   *
   * @throws Error, outside production, for data or a word that the template asks for and the page does not have
   */
  render(name: string, data: object): string;
}

/** Reads the templates below a folder, once. Each is compiled for the first page that needs it. */
export function readTemplates(folder: URL): Templates {
  const path = fileURLToPath(folder);
  const eta = new Eta({ autoEscape: true });
  const texts = new Map<string, string>();
  // Eta asks its cache for each template by name.
  const cache = eta.templatesSync;
  const find = cache.get.bind(cache);
  cache.get = (name) => {
    const text = texts.get(name);
    if (text !== undefined) eta.loadTemplate(name, text);
    texts.delete(name);
    return find(name);
  };
  const load = (): void => {
    for (const file of globSync('**/*.eta', { cwd: path })) {
      const name = file.replaceAll('\\', '/').replace(/\.eta$/, '');
      texts.set(`@${name}`, readFileSync(join(path, file), 'utf8'));
    }
  };
  load();
  return {
    render(name, data) {
      if (IS_LIVE) load();
      return eta.render(name, IS_STRICT ? strict(data, name) : data);
    },
  };
}

/** The same data, in which a property of an object that is not there is an error instead of `undefined`. */
function strict<T extends object>(data: T, path: string): T {
  return new Proxy(data, {
    get(target, key, receiver) {
      const value: unknown = Reflect.get(target, key, receiver);
      if (typeof key === 'symbol' || key === 'toJSON') return value;
      if (!(key in target) && !Array.isArray(target))
        throw new Error(`The template asks for ${path}.${key}, and the page has no such thing.`);
      // A form takes the values that there are.
      return isPlain(value) && key !== 'values' ? strict(value, `${path}.${key}`) : value;
    },
  });
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return false;
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}
