import { join } from 'node:path';

import type { BroughtUp } from './bring-up.ts';
import type { DemoStore } from './demo-store.ts';

/** The text for a newcomer: where everything is, and one request that works as it stands. */
export function welcome(input: BroughtUp & { baseUrl: string; dataDir: string }): string {
  const { store, dataDir, operationsPorts } = input;
  const rows = [
    ['API', input.baseUrl],
    ...(store ? storeRows(store, dataDir) : []),
    ['Temporal UI', input.temporalUiUrl ?? 'that of the server at TEMPORAL_ADDRESS'],
    ['Metrics', `http://127.0.0.1:${operationsPorts.api}/metrics (API)`],
    ['', `http://127.0.0.1:${operationsPorts.worker}/metrics (worker)`],
    ['Logs', join(dataDir, 'logs')],
  ];
  const table = rows.map(([name = '', value = '']) => `  ${name.padEnd(18)}${value}`);
  return ['', 'Fatura is running. Ctrl-C stops it.', '', ...table, '', ...(store ? firstRequest(store) : [])].join(
    '\n',
  );
}

function storeRows(store: DemoStore, dataDir: string): string[][] {
  return [
    ['Company id', String(store.company_id)],
    ['Sandbox token', store.sandbox_token],
    ['Production token', store.production_token],
    ['Panel', store.panel_url],
    ['Signs in as', `${store.panel_email}  ${store.panel_password}`],
    ['All of these', join(dataDir, 'demo-store.json')],
  ];
}

function firstRequest(store: DemoStore): string[] {
  const headers = `-H 'X-API-TOKEN: ${store.sandbox_token}' -H 'X-Company-ID: ${store.company_id}'`;
  return ['Try it:', '', `  curl ${store.base_url}/api/v1/customers ${headers}`, ''];
}
