import { convert } from 'openapi-to-postmanv2';
import type { OpenApiDocument } from '../src/base/http/openapi/document.ts';

interface Item {
  id?: string;
  item?: Item[];
  request?: {
    header: { key: string; value: string; disabled?: boolean }[];
    url: { query: { value: string; disabled?: boolean }[]; variable: { value: string }[] };
  };
  response?: unknown;
}

const BASE_URL = 'http://localhost:3000';

/**
 * A Postman collection of the calls: in a folder for each tag, with the first example of each body. Its variables are
 * `baseUrl` and `token`. The same document gives the same text: the values that the converter invents are left out.
 */
export async function writePostmanCollection(document: OpenApiDocument): Promise<string> {
  // The converter puts the components in the place of the references to them.
  const ownDocument = structuredClone(document);
  const { info, ...collection } = await new Promise<Item & { info: Record<string, unknown> }>((resolve, reject) => {
    const options = { folderStrategy: 'Tags', requestParametersResolution: 'Example', includeWebhooks: false };
    convert({ type: 'json', data: ownDocument }, options, (error, result) => {
      const [output] = result?.output ?? [];
      if (output) resolve(output.data as Item & { info: Record<string, unknown> });
      else reject(error instanceof Error ? error : new Error(result?.reason ?? 'The document was not converted.'));
    });
  });
  settle(collection);
  delete info._postman_id;
  const variable = [
    { key: 'baseUrl', value: BASE_URL },
    { key: 'token', value: 'fatura_test_…' },
  ];
  const auth = { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] };
  return `${JSON.stringify({ info, ...collection, variable, auth }, null, 2)}\n`;
}

function settle(item: Item): void {
  delete item.id;
  delete item.response;
  for (const header of item.request?.header ?? []) {
    // Postman makes one for each request.
    if (header.key === 'Idempotency-Key') Object.assign(header, { value: '{{$guid}}', disabled: false });
  }
  for (const parameter of item.request?.url.query ?? []) Object.assign(parameter, { value: '', disabled: true });
  for (const variable of item.request?.url.variable ?? []) variable.value = '1';
  for (const inner of item.item ?? []) settle(inner);
}
