import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { parseYaml } from '@redocly/openapi-core';

const ROOT = join(import.meta.dirname, '../..');

/** Something that asks Prometheus: an alert, a panel. */
export interface Asker {
  name: string;
  expressions: string[];
}

export interface AlertRule extends Asker {
  labels: Record<string, string>;
  annotations: Record<string, string>;
}

export interface Panel extends Asker {
  description: string;
  unit: string;
}

export function alertRules(): AlertRule[] {
  interface Rule {
    alert: string;
    expr: string;
    labels: Record<string, string>;
    annotations: Record<string, string>;
  }
  const { groups } = parseYaml(read('ops/prometheus/alerts.yml')) as { groups: { rules: Rule[] }[] };
  return groups.flatMap(({ rules }) =>
    rules.map(({ alert, expr, labels, annotations }) => ({ name: alert, expressions: [expr], labels, annotations })),
  );
}

export function dashboardPanels(): Panel[] {
  interface Read {
    type: string;
    title: string;
    description?: string;
    fieldConfig?: { defaults: { unit?: string } };
    targets?: { expr: string }[];
  }
  const { panels } = JSON.parse(read('ops/grafana/fatura.json')) as { panels: Read[] };
  return panels
    .filter(({ type }) => type !== 'row')
    .map(({ title, description = '', fieldConfig, targets = [] }) => ({
      name: title,
      description,
      unit: fieldConfig?.defaults.unit ?? '',
      // The expressions with Grafana's variables filled in, as it would.
      expressions: targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m').replaceAll('$job', 'fatura')),
    }));
}

/** The anchors of a document's headings, as GitHub makes them. */
export function anchorsOf(file: string): string[] {
  const headings = read(file).match(/^#+ .*$/gm) ?? [];
  return headings.map((heading) =>
    heading
      .replace(/^#+ /, '')
      .toLowerCase()
      .replace(/[^\p{L}\d _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Where Prometheus' own grammar does not understand an expression. */
export function syntaxErrorsOf(expression: string): number[] {
  const errors: number[] = [];
  parser.parse(expression).iterate({ enter: ({ type, from }) => void (type.isError && errors.push(from)) });
  return errors;
}

/** The names of metrics that an expression asks for. */
export function metricsOf(expression: string): string[] {
  const names: string[] = [];
  parser.parse(expression).iterate({
    enter({ node, from, to }) {
      if (node.name === 'Identifier' && node.parent?.name === 'VectorSelector') names.push(expression.slice(from, to));
    },
  });
  return names;
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}
