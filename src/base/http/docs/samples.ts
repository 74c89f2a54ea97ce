/** A call with the data that a reader sends. */
export interface SampledCall {
  operationId: string;
  method: string;
  /** With `{id}`. */
  path: string;
  /** JSON; absent where the call has no body, or may go without. */
  body?: unknown;
}

export interface Sample {
  /** `curl`, `ts`, `python` or `php`. */
  name: string;
  label: string;
  text: string;
}

/** The call in each language that has a client, and in those that have none. */
export function samplesOf(call: SampledCall, publicUrl: string): Sample[] {
  return [
    { name: 'curl', label: 'curl', text: curl(call, publicUrl) },
    { name: 'ts', label: 'TypeScript', text: typescript(call) },
    { name: 'python', label: 'Python', text: python(call) },
    { name: 'php', label: 'PHP', text: php(call, publicUrl) },
  ];
}

function urlOf({ path }: SampledCall, publicUrl: string): string {
  return `${publicUrl}${path.replace('{id}', '1')}`;
}

function curl(call: SampledCall, publicUrl: string): string {
  const method =
    call.method === 'GET' || (call.method === 'POST' && call.body !== undefined) ? '' : ` -X ${call.method}`;
  const lines = [`curl${method} ${urlOf(call, publicUrl)}`, `  -H "Authorization: Bearer $TOKEN"`];
  if (call.body !== undefined) {
    lines.push(`  -H 'Content-Type: application/json'`, `  -d '${JSON.stringify(call.body).replaceAll("'", `'\\''`)}'`);
  }
  return lines.join(' \\\n');
}

function typescript(call: SampledCall): string {
  const body = call.body === undefined ? '' : literal(call.body, TYPESCRIPT);
  return `await fatura.${call.operationId}(${argumentsOf(call, body)});`;
}

function python(call: SampledCall): string {
  const name = call.operationId.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const fields = Object.entries((call.body ?? {}) as Record<string, unknown>).map(
    ([key, value]) => `${key}=${literal(value, PYTHON, 1)}`,
  );
  const given = argumentsOf(call, fields.length > 1 ? `\n    ${fields.join(',\n    ')},\n` : fields.join(', '));
  return `fatura.${name}(${given})`;
}

function argumentsOf({ path }: SampledCall, body: string): string {
  return [...(path.includes('{id}') ? ['1'] : []), ...(body === '' ? [] : [body])].join(', ');
}

function php(call: SampledCall, publicUrl: string): string {
  const body = call.body === undefined ? [] : [`  CURLOPT_POSTFIELDS => json_encode(${literal(call.body, PHP, 1)}),`];
  const type = call.body === undefined ? '' : `, 'Content-Type: application/json'`;
  return [
    `$ch = curl_init('${urlOf(call, publicUrl)}');`,
    'curl_setopt_array($ch, [',
    '  CURLOPT_RETURNTRANSFER => true,',
    ...(call.method === 'GET' ? [] : [`  CURLOPT_CUSTOMREQUEST => '${call.method}',`]),
    `  CURLOPT_HTTPHEADER => ['Authorization: Bearer ' . getenv('TOKEN')${type}],`,
    ...body,
    ']);',
    '$answer = json_decode(curl_exec($ch), true);',
  ].join('\n');
}

/** How a language writes data. */
interface Notation {
  object: readonly [string, string];
  key: (name: string) => string;
  text: (text: string) => string;
  word: (word: boolean | null) => string;
  indent: string;
}

const TYPESCRIPT: Notation = {
  object: ['{', '}'],
  key: (name) => (/^\w+$/.test(name) ? `${name}: ` : `'${name}': `),
  text: quoted,
  word: String,
  indent: '  ',
};
const PYTHON: Notation = {
  object: ['{', '}'],
  key: (name) => `"${name}": `,
  text: (text) => JSON.stringify(text),
  word: (word) => (word === null ? 'None' : word ? 'True' : 'False'),
  indent: '    ',
};
const PHP: Notation = {
  object: ['[', ']'],
  key: (name) => `'${name}' => `,
  text: quoted,
  word: String,
  indent: '  ',
};

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

function literal(value: unknown, notation: Notation, depth = 0): string {
  if (typeof value === 'string') return notation.text(value);
  if (typeof value === 'number') return String(value);
  if (value === null || typeof value === 'boolean') return notation.word(value);
  const inner = `\n${notation.indent.repeat(depth + 1)}`;
  const end = `\n${notation.indent.repeat(depth)}`;
  if (Array.isArray(value)) {
    const items = value.map((item) => literal(item, notation, depth));
    return `[${items.join(', ')}]`;
  }
  const [open, close] = notation.object;
  const fields = Object.entries(value as object).map(
    ([key, one]) => `${notation.key(key)}${literal(one, notation, depth + 1)}`,
  );
  if (fields.length === 0) return `${open}${close}`;
  const short = `${open} ${fields.join(', ')} ${close}`.replace(/^\[ (.*) \]$/, '[$1]');
  if (short.length < 60 && !short.includes('\n')) return short;
  return `${open}${inner}${fields.join(`,${inner}`)},${end}${close}`;
}
