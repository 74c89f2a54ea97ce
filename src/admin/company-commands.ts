import { readFile } from 'node:fs/promises';
import type { Company } from '../accounts/companies/company.entity.ts';
import { createCompany } from '../accounts/companies/create-company.ts';
import { requestsPerMinuteOf } from '../accounts/companies/plans.ts';
import { setBrand } from '../accounts/companies/set-brand.ts';
import { setPlan } from '../accounts/companies/set-plan.ts';
import { resumeCompany, suspendCompany } from '../accounts/companies/suspend-company.ts';
import { audited, type AdminDeps } from './command.ts';
import { readId, readPlan, readRequestsPerMinute, readText, type Options } from './read-options.ts';

export async function runCreateCompany({ em }: AdminDeps, options: Options): Promise<unknown> {
  const input = {
    name: readText(options, 'name'),
    city: readText(options, 'city'),
    ...(options.plan !== undefined && { plan: readPlan(options) }),
    now: new Date(),
  };
  return audited(em, async (tx) => {
    const { company, productionToken, sandboxToken } = await createCompany(tx, input);
    const { id, name, plan } = company;
    return {
      result: { company_id: id, production_token: productionToken, sandbox_token: sandboxToken },
      line: { action: 'createStore', companyId: id, subject: `store ${id}`, details: { name, plan } },
    };
  });
}

export async function runSetPlan({ em }: AdminDeps, options: Options): Promise<unknown> {
  const rateLimitPerMinute = readRequestsPerMinute(options);
  const companyId = readId(options, 'company');
  const plan = readPlan(options);
  return audited(em, async (tx) => {
    const { company, changes: details } = await setPlan(tx, {
      companyId,
      plan,
      ...(rateLimitPerMinute !== undefined && { rateLimitPerMinute }),
    });
    const limitOf = company.rateLimitPerMinute === null ? 'plan' : 'company';
    const requestsPerMinute = requestsPerMinuteOf(company);
    return {
      result: { company_id: company.id, plan, requests_per_minute: requestsPerMinute, limit_of: limitOf },
      line: { action: 'setPlan', companyId, subject: `store ${companyId}`, details },
    };
  });
}

/** `none` takes a colour, document or logo away again. */
export async function runSetBrand({ em }: AdminDeps, options: Options): Promise<unknown> {
  const given = (text: string | undefined) => (text === 'none' ? null : text);
  const [color, document, logo] = [given(options.color), given(options.document), given(options.logo)];
  const companyId = readId(options, 'company');
  const changes = {
    ...(color !== undefined && { color }),
    ...(document !== undefined && { document }),
    ...(logo !== undefined && { logo: logo === null ? null : await readFile(logo) }),
  };
  return audited(em, async (tx) => {
    const { company, changes: details } = await setBrand(tx, { companyId, changes, now: new Date() });
    return {
      result: { company_id: company.id, color: company.brandColor, document: company.document },
      line: { action: 'saveBrand', companyId, subject: `store ${companyId}`, details },
    };
  });
}

export async function runSuspendCompany({ em }: AdminDeps, options: Options): Promise<unknown> {
  const companyId = readId(options, 'company');
  const reason = readText(options, 'reason');
  return audited(em, async (tx) => {
    const { company, changed } = await suspendCompany(tx, { companyId, reason, now: new Date() });
    const details = changed ? { reason } : { unchanged: true };
    return {
      result: presentSuspension(company),
      line: { action: 'suspendStore', companyId, subject: `store ${companyId}`, details },
    };
  });
}

export async function runResumeCompany({ em }: AdminDeps, options: Options): Promise<unknown> {
  const companyId = readId(options, 'company');
  return audited(em, async (tx) => {
    const { company, changed } = await resumeCompany(tx, { companyId });
    const details = changed ? {} : { unchanged: true };
    return {
      result: presentSuspension(company),
      line: { action: 'resumeStore', companyId, subject: `store ${companyId}`, details },
    };
  });
}

function presentSuspension({ id, suspendedAt, suspensionReason }: Company): Record<string, unknown> {
  return { company_id: id, suspended_at: suspendedAt, reason: suspensionReason };
}
