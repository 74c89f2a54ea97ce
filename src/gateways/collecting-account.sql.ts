/**
 * SQL: whether a row of `gateway_accounts` is the account by which a store collects by a method. The ORM's is
 * `findCollectingAccount`.
 *
 * @param account alias of the row; the others are expressions
 */
export function isCollecting(
  account: string,
  { company, environment, method }: { company: string; environment: string; method: string },
): string {
  return `(${account}.company_id = ${company} and ${account}.environment = ${environment}
    and ${method} = any(${account}.collects))`;
}
