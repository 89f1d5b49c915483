import { sql } from 'kysely'
import type { FieldChange } from '#contract/platform/history/shapes.ts'
import {
  insuranceCompanyListNames,
  type InsuranceCompanyList,
} from '#contract/records/insurance-companies/fields.ts'
import type { Context } from '#server/platform/context.ts'
import {
  entriesAbout,
  fieldChanges,
  undoEach,
  type ChangeEntry,
  type Entry,
  type UndoHandler,
} from '#server/platform/history/index.ts'
import { problem } from '#server/platform/problem.ts'
import { findNamesake } from './queries.ts'
import { withoutChange } from './rules.ts'
import { companyEntry, lockNames, writeCompany, type CompanyFields } from './record.ts'

type Row = Readonly<Record<string, unknown>> &
  Readonly<Record<InsuranceCompanyList, string[]>> & {
    readonly id: number
    readonly name: string
    readonly deleted_at: string | null
    /** Whether records use it that the change didn’t include, or that have changed again. */
    readonly is_used: boolean
  }

const readRows = async (
  context: Context,
  changeId: number,
  ids: readonly number[],
  moved: readonly ChangeEntry[],
): Promise<Map<number, Row>> => {
  // locked before they're read, so that a record that began to use one while this waited is seen
  await sql`select from insurance_companies where id = any(${[...ids]}::bigint[]) order by id for update`.execute(
    context.db,
  )
  // scope: a company belongs to no school; checks only whether any record uses it
  const { rows } = await sql<Row>`
    with moved as (
      select id, min(entry_id) as entry_id
      from unnest(${moved.map(({ student_period_id: id }) => id)}::bigint[], ${moved.map(({ id }) => id)}::bigint[])
        as entry(id, entry_id)
      group by id)
    select company.*, exists (
      select from student_periods sp left join moved on moved.id = sp.id
      where sp.deleted_at is null and company.id in (sp.medical_waive_insurance_company_id,
        sp.dental_waive_insurance_company_id, sp.vision_waive_insurance_company_id)
        and (moved.id is null or exists (select from history h where h.student_period_id = sp.id
          and h.id > moved.entry_id and h.change_id <> ${changeId}))) as is_used
    from insurance_companies company where company.id = any(${[...ids]}::bigint[])`.execute(context.db)
  return new Map(rows.map((row) => [row.id, row]))
}

const isList = (field: string): field is InsuranceCompanyList =>
  insuranceCompanyListNames.some((name) => name === field)

/** Returns the values to restore: single values as before, lists without added items and with removed ones. */
const formerOf = (row: Row, changes: readonly FieldChange[]): CompanyFields =>
  Object.fromEntries(
    changes.map((change) => [
      change.field,
      isList(change.field) ? withoutChange(row[change.field], change) : change.before,
    ]),
  )

const isChangedSince = (row: Row, changes: readonly FieldChange[]): boolean =>
  changes.some(({ field, after }) => !isList(field) && (row[field] ?? null) !== after)

interface UndoStep {
  readonly row: Row
  readonly entry: ChangeEntry
}
/** What the revert records, or why the company is skipped. */
type StepOutcome = Entry | string

/** Removes a company the change created, if no record uses it. */
const removeCreated = async (context: Context, { row }: UndoStep): Promise<StepOutcome> => {
  if (row.deleted_at !== null) return 'The company was deleted.'
  if (row.is_used) return 'Some records use it.'
  await writeCompany(context, row.id, { deleted_at: context.clock.now().toISOString() })
  return companyEntry(row.id, 'insurance_company_removed', [{ field: 'name', before: row.name, after: null }])
}

const revert = async (context: Context, { row, entry: { changes } }: UndoStep): Promise<StepOutcome> => {
  if (row.deleted_at !== null) return 'The company was deleted.'
  if (isChangedSince(row, changes)) return 'It changed after that.'
  const former = formerOf(row, changes)
  const namesake = await findNamesake(context, [former.name ?? row.name, ...(former.aliases ?? [])], [row.id])
  if (namesake) return `“${namesake.taken}” is now a name of ${namesake.name}.`
  await writeCompany(context, row.id, former)
  return companyEntry(row.id, 'insurance_company_changed', fieldChanges(row, { ...former }))
}

/**
 * Restores a company the change removed.
 * @throws Problem 409 if another company now has its name, because records with the name would no longer match
 */
const restore = async (context: Context, { row }: UndoStep): Promise<StepOutcome> => {
  if (row.deleted_at === null) return 'It changed after that.'
  const namesake = await findNamesake(context, [row.name, ...row.aliases], [row.id])
  if (namesake)
    throw problem.stale(
      null,
      `“${namesake.taken}” is now a name of ${namesake.name}. Remove it there, then try again.`,
    )
  await writeCompany(context, row.id, { deleted_at: null })
  return companyEntry(row.id, 'insurance_company_restored', [
    { field: 'name', before: null, after: row.name },
  ])
}

/** The step that undoes each kind. In this order, no name is given to a company before another one has lost it. */
const steps: ReadonlyMap<string, typeof revert> = new Map([
  ['insurance_company_created', removeCreated],
  ['insurance_company_restored', removeCreated],
  ['insurance_company_changed', revert],
  ['insurance_company_removed', restore],
])

/** Undoes a change in insurance companies that haven’t changed again. */
export const undoCompanies: UndoHandler = async (context, changeId, entries) => {
  const own = entriesAbout(entries, 'insurance_company')
  if (own.length === 0) return { entries: [], left: [] }
  await lockNames(context)
  const moved = entries.filter(({ student_period_id: id }) => id !== null)
  const ids = own.map(({ subject_id }) => subject_id)
  const rows = await readRows(context, changeId, ids, moved)
  const inOrder = [...steps.keys()].flatMap((step) => own.filter(({ kind }) => kind === step))
  return undoEach(inOrder, async (entry) => {
    const row = rows.get(entry.subject_id)
    const done = row ? await steps.get(entry.kind)?.(context, { row, entry }) : 'The company was deleted.'
    return typeof done === 'string' ? { name: row?.name ?? '', reason: done } : done
  })
}
