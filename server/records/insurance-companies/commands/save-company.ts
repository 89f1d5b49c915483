import { problem } from '#server/platform/problem.ts'
import type {
  InsuranceCompanyChange,
  NewInsuranceCompany,
} from '#contract/records/insurance-companies/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldChanges, recordHistory } from '#server/platform/history/index.ts'
import { presentCompany } from '../present.ts'
import type { CompanyRow } from '../queries.ts'
import { foldName, patternProblem, withoutDuplicates } from '../rules.ts'
import {
  assertOwnNames,
  companyEntry,
  lockCompany,
  lockNames,
  writeCompany,
  type CompanyFields,
} from '../write.ts'

/** Removes duplicates from lists, and the company’s name from its other names. */
const withoutDuplicateNames = (fields: CompanyFields, name: string): CompanyFields => {
  const { aliases, medical_payer_ids, dental_payer_ids, vision_payer_ids } = fields
  const payers = Object.entries({ medical_payer_ids, dental_payer_ids, vision_payer_ids }).flatMap(
    ([field, ids]) => (ids === undefined ? [] : [[field, withoutDuplicates(ids)]]),
  )
  const others = aliases && withoutDuplicates(aliases).filter((alias) => foldName(alias) !== foldName(name))
  return { ...fields, ...Object.fromEntries(payers), ...(others ? { aliases: others } : {}) }
}

const assertPattern = async ({ member_id_pattern: pattern }: CompanyFields): Promise<void> => {
  const wrong = typeof pattern === 'string' ? await patternProblem(pattern) : null
  if (wrong !== null) throw problem.invalid({ member_id_pattern: wrong })
}

/**
 * Creates a company. Returns its ID.
 * @throws Problem 422 on a name another company uses, or on a pattern that can’t be used
 */
export const createCompany = async (context: Context, body: NewInsuranceCompany): Promise<number> => {
  const { name, ...rest } = body
  const fields = withoutDuplicateNames(rest, name)
  await assertPattern(fields)
  await lockNames(context)
  await assertOwnNames(context, { name, aliases: fields.aliases ?? [] }, [])
  const now = context.clock.now().toISOString()
  const { id } = await context.db
    .insertInto('insurance_companies')
    .values({ ...fields, name, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const kind = 'insurance_company_created'
  await recordHistory(context, { kind, undoable: true }, [
    companyEntry(id, kind, fieldChanges({}, { name, ...fields })),
  ])
  return id
}

/** Updates a company. @throws Problem 404, 409 with the current company, 422 */
export const updateCompany = async (
  context: Context,
  id: number,
  { version, ...asked }: InsuranceCompanyChange,
): Promise<void> => {
  await assertPattern(asked)
  await lockNames(context)
  const before = await lockCompany(context, id)
  if (version !== undefined && version !== before.version) throw problem.stale(presentCompany(before))
  const fields = withName(before, asked)
  const changes = fieldChanges({ ...before }, fields)
  if (changes.length === 0) return
  const names = { name: fields.name ?? before.name, aliases: fields.aliases ?? before.aliases }
  await assertOwnNames(context, names, [id])
  await writeCompany(context, id, fields)
  const kind = 'insurance_company_changed'
  await recordHistory(context, { kind, undoable: true }, [companyEntry(id, kind, changes)])
}

/** Removes a company’s new name from its other names. */
const withName = (before: CompanyRow, asked: CompanyFields): CompanyFields =>
  asked.name === undefined
    ? withoutDuplicateNames(asked, before.name)
    : withoutDuplicateNames({ aliases: before.aliases, ...asked }, asked.name)
