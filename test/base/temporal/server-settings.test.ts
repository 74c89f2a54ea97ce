import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parseYaml } from '@redocly/openapi-core';
import { SERVER_SETTINGS } from '../../../src/base/temporal/server-settings.ts';

interface Compose {
  services: { temporal: { environment: Record<string, string>; configs: { source: string; target: string }[] } };
  configs: Record<string, { content: string }>;
}

test('the Temporal of docker-compose.yml has the settings that the product asks for', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../docker-compose.yml'), 'utf8');
  const { services, configs } = parseYaml(text) as Compose;
  const [mounted] = services.temporal.configs;
  expect(services.temporal.environment.DYNAMIC_CONFIG_FILE_PATH).toBe(mounted!.target);
  const settings = parseYaml(configs[mounted!.source]!.content) as Record<string, { value: unknown }[]>;
  const values = Object.fromEntries(Object.entries(settings).map(([name, [one]]) => [name, one!.value]));
  expect(values).toEqual(SERVER_SETTINGS);
});
