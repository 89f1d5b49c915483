import { coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import type {
  CompanyMove,
  InsuranceCompanyChange,
  NameAssignment,
  NewInsuranceCompany,
} from '#contract/records/insurance-companies/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldChanges, recordHistory, type ChangeKind } from '#server/platform/history/index.ts'
import { isLong } from '#server/platform/jobs/index.ts'
import { countText } from '#server/platform/lib/count-text.ts'
import { problem } from '#server/platform/problem.ts'
import { countUses, moveUses, type CompanyUse } from '#server/records/student-periods/index.ts'
import { presentCompany } from './present.ts'
import type { CompanyRow } from './queries.ts'
import {
  assertOwnNames,
  companyEntry,
  lockCompanies,
  lockCompany,
  lockNames,
  writeCompany,
  type CompanyFields,
} from './record.ts'
import { foldName, gainedLists, patternProblem, withoutDuplicates } from './rules.ts'

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

/** The typed names and the company to match them to. */
interface Assignment extends Expected {
  readonly id: number
  readonly names: NameAssignment['names']
}

/** Returns a preview of matching typed names to a company. @throws Problem 404 */
export const previewAssignment = async (context: Context, { id, names }: Assignment): Promise<CompanyMove> =>
  previewMove(context, { names }, await lockCompany(context, id))

/**
 * Matches typed names to a company as one change and clears the names.
 * @throws Problem 404, 409 if the preview is no longer current
 */
export const assignNames = async (context: Context, assignment: Assignment): Promise<CompanyMove> => {
  const move = await previewAssignment(context, assignment)
  assertPreviewCurrent(assignment, move)
  const kind: ChangeKind = { kind: 'insurance_names_assigned', cause: 'bulk', undoable: true }
  if (move.student_periods > 0) await moveUses(context, { names: assignment.names }, move.into.id, kind)
  return move
}

/** The company to merge and the company to keep. */
interface Merge extends Expected {
  readonly id: number
  readonly merge_into_id: number
}

/** Returns both companies, locked. @throws Problem 404 on the first, 422 on the second */
const lockBoth = async (context: Context, { id, merge_into_id }: Merge) => {
  await lockNames(context)
  const found = await lockCompanies(context, [id, merge_into_id])
  const [from, into] = [found.get(id), found.get(merge_into_id)]
  if (!from) throw problem.notFound()
  if (!into || id === merge_into_id) throw problem.selected('merge_into_id')
  return { from, into }
}

/** Returns a preview of a merge. @throws Problem 404, 422 */
export const previewMerge = async (context: Context, merge: Merge): Promise<CompanyMove> => {
  const { from, into } = await lockBoth(context, merge)
  return { ...(await previewMove(context, { company: from.id }, into)), gained: gainedLists(into, from) }
}

/**
 * Merges a company into another as one change. Its records use the other company, which gets its names and
 * payer IDs; then it’s removed.
 * @throws Problem 404, 409 if the preview is no longer current, 422
 */
export const mergeCompanies = async (context: Context, merge: Merge): Promise<CompanyMove> => {
  const { from, into } = await lockBoth(context, merge)
  const gained = gainedLists(into, from)
  const move: CompanyMove = { ...(await previewMove(context, { company: from.id }, into)), gained }
  assertPreviewCurrent(merge, move)
  const kind: ChangeKind = { kind: 'insurance_companies_merged', cause: 'bulk', undoable: true }
  await moveUses(context, { company: from.id }, into.id, kind)
  await writeCompany(context, from.id, { deleted_at: context.clock.now().toISOString() })
  const entries = [
    companyEntry(from.id, 'insurance_company_removed', [{ field: 'name', before: from.name, after: null }]),
  ]
  const fields = withGained(into, gained)
  const changes = fieldChanges({ ...into }, fields)
  if (changes.length > 0) {
    await writeCompany(context, into.id, fields)
    entries.push(companyEntry(into.id, 'insurance_company_changed', changes))
  }
  await recordHistory(context, kind, entries)
  return move
}

const withGained = (into: CompanyRow, gained: CompanyMove['gained']): CompanyFields =>
  Object.fromEntries(gained.map(({ field, values }) => [field, [...into[field], ...values]]))

/** Removes an unused company; it stays in the database for undo. @throws Problem 404, 409 while it’s in use */
export const removeCompany = async (context: Context, id: number): Promise<void> => {
  const company = await lockCompany(context, id)
  if (company.usage > 0)
    throw problem.inUse(
      `${countText(company.usage, 'record uses', 'records use')} ${company.name}. Merge it into another company instead.`,
    )
  await writeCompany(context, id, { deleted_at: context.clock.now().toISOString() })
  const kind = 'insurance_company_removed'
  await recordHistory(context, { kind, undoable: true }, [
    companyEntry(id, kind, [{ field: 'name', before: company.name, after: null }]),
  ])
}

/** Removes a company and changes its records to another one. @throws Problem 404, 409 if that needs a job, 422 */
export const removeInto = async (context: Context, id: number, intoId: number): Promise<void> => {
  const { usage } = await lockCompany(context, id)
  if (isLong(usage))
    throw problem.inUse(
      'Too many records use this company. Merge it into another company instead. The merge runs in the background.',
    )
  await mergeCompanies(context, { id, merge_into_id: intoId })
}

/** The counts in a preview. */
interface Expected {
  readonly expected?: { readonly student_periods: number } | undefined
}

/** Returns what a merge or match would change, by policy year. */
const previewMove = async (
  context: Context,
  use: CompanyUse,
  into: { readonly id: number; readonly name: string },
): Promise<CompanyMove> => {
  const periods = await countUses(context, use)
  const sum = (quantity: (period: (typeof periods)[number]) => number): number =>
    periods.reduce((total, period) => total + quantity(period), 0)
  const all = (coverage: Coverage): number => sum(({ lines }) => lines[coverage])
  const [medical, dental, vision] = coverages.map(all)
  return {
    into: { id: into.id, name: into.name },
    student_periods: sum(({ student_periods }) => student_periods),
    lines: { medical: medical ?? 0, dental: dental ?? 0, vision: vision ?? 0 },
    periods,
    gained: [],
  }
}

/** Checks that the preview is current. @throws Problem 409 with the new preview */
const assertPreviewCurrent = ({ expected }: Expected, move: CompanyMove): void => {
  if (expected && expected.student_periods !== move.student_periods)
    throw problem.stale(move, 'Some records changed after the preview.')
}
