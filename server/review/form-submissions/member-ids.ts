import { sql } from 'kysely'
import { coverages } from '#contract/setup/coverage/choices.ts'
import type { SignedForm } from '#contract/review/form-submissions/shapes.ts'
import type { ScopeContext } from '#server/platform/db/scope.ts'
import { fitsPattern } from '#server/records/insurance-companies/index.ts'
import { companyIdsIn } from './rules/compare-answers.ts'

/**
 * Returns why the member IDs of a form are doubtful, by field: those that don’t fit the pattern of the company that they
 * were sent with (domain section 8, decision 048).
 */
export const doubtMemberIds = async (
  { db }: Pick<ScopeContext, 'db'>,
  content: SignedForm,
): Promise<ReadonlyMap<string, string>> => {
  const companies = await db
    .selectFrom('insurance_companies')
    .select(['id', 'name', 'member_id_pattern', 'member_id_hint'])
    .where('id', '=', sql<number>`any(${companyIdsIn(content)}::bigint[])`)
    .where('member_id_pattern', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute()
  const answers = new Map(content.answers.map(({ name, value }) => [name, value]))
  const doubts = new Map<string, string>()
  for (const coverage of coverages) {
    const field = `${coverage}_waive_member_subscriber_number`
    const memberId = answers.get(field)
    const company = companies.find(({ id }) => id === answers.get(`${coverage}_waive_insurance_company_id`))
    if (typeof memberId !== 'string' || !company?.member_id_pattern) continue
    if (await fitsPattern(company.member_id_pattern, memberId.trim())) continue
    const hint = company.member_id_hint === null ? '' : ` (${company.member_id_hint})`
    doubts.set(field, `Doesn’t match the format of ${company.name}’s member IDs${hint}.`)
  }
  return doubts
}
