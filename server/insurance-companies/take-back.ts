import { sql } from 'kysely'
import type { FieldChange } from '#contract/history/shapes.ts'
import { insuranceCompanyListNames, type InsuranceCompanyList } from '#contract/insurance-companies/fields.ts'
import type { Context } from '../context.ts'
import { fieldChanges, type ActEntry, type Entry, type LeftAlone, type TakeBack } from '../history/index.ts'
import { problem } from '../problem.ts'
import { findNamesake } from './queries.ts'
import { takenBack } from './rules.ts'
import { companyEntry, lockNames, writeCompany, type CompanyFields } from './write.ts'

type Row = Readonly<Record<string, unknown>> &
  Readonly<Record<InsuranceCompanyList, string[]>> & {
    readonly id: number
    readonly name: string
    readonly deleted_at: string | null
    /** Records use it that the act did not touch, or that somebody has touched since. */
    readonly is_used: boolean
  }

const readRows = async (
  context: Context,
  changeId: number,
  ids: readonly number[],
  moved: readonly number[],
): Promise<Map<number, Row>> => {
  // scope: a company belongs to no school; whether any record at all uses it is asked, and nothing of the record
  const { rows } = await sql<Row>`
    select company.*, exists (
      select from student_periods sp
      where sp.deleted_at is null and company.id in (sp.medical_waive_insurance_company_id,
        sp.dental_waive_insurance_company_id, sp.vision_waive_insurance_company_id)
        and (sp.id <> all(${[...moved]}::bigint[])
          or exists (select from history h where h.student_period_id = sp.id and h.change_id > ${changeId}))) as is_used
    from insurance_companies company
    where company.id = any(${[...ids]}::bigint[]) order by company.id for update of company`.execute(
    context.db,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

const isList = (field: string): field is InsuranceCompanyList =>
  insuranceCompanyListNames.some((name) => name === field)

/** What a change gives back: single values as they were, lists without what came and with what went. */
const formerOf = (row: Row, changes: readonly FieldChange[]): CompanyFields =>
  Object.fromEntries(
    changes.map((change) => [
      change.field,
      isList(change.field) ? takenBack(row[change.field], change) : change.before,
    ]),
  )

const isChangedSince = (row: Row, changes: readonly FieldChange[]): boolean =>
  changes.some(({ field, after }) => !isList(field) && (row[field] ?? null) !== after)

interface Taking {
  readonly row: Row
  readonly entry: ActEntry
}
type Taken = Entry | string

/** What the act made goes, where nothing uses it. */
const removeAgain = async (context: Context, { row }: Taking): Promise<Taken> => {
  if (row.deleted_at !== null) return 'The company is gone.'
  if (row.is_used) return 'Records use it.'
  await writeCompany(context, row.id, { deleted_at: context.clock.now().toISOString() })
  return companyEntry(row.id, 'insurance_company_removed', [{ field: 'name', before: row.name, after: null }])
}

const revert = async (context: Context, { row, entry: { changes } }: Taking): Promise<Taken> => {
  if (row.deleted_at !== null) return 'The company is gone.'
  if (isChangedSince(row, changes)) return 'It was changed since.'
  const former = formerOf(row, changes)
  const namesake = await findNamesake(context, [former.name ?? row.name, ...(former.aliases ?? [])], [row.id])
  if (namesake) return `“${namesake.taken}” is a name of ${namesake.name} now.`
  await writeCompany(context, row.id, former)
  return companyEntry(row.id, 'insurance_company_changed', fieldChanges(row, { ...former }))
}

/** What the act removed comes back. @throws Problem 409 when its name was given away: what used it would follow it nowhere */
const bringBack = async (context: Context, { row }: Taking): Promise<Taken> => {
  if (row.deleted_at === null) return 'It was changed since.'
  const namesake = await findNamesake(context, [row.name, ...row.aliases], [row.id])
  if (namesake)
    throw problem.stale(
      null,
      `“${namesake.taken}” is a name of ${namesake.name} now. Take it away there, then undo again.`,
    )
  await writeCompany(context, row.id, { deleted_at: null })
  return companyEntry(row.id, 'insurance_company_restored', [
    { field: 'name', before: null, after: row.name },
  ])
}

/** In this order no name is given to one company before another one has let it go. */
const steps: readonly (readonly [kinds: readonly string[], step: typeof revert])[] = [
  [['insurance_company_created', 'insurance_company_restored'], removeAgain],
  [['insurance_company_changed'], revert],
  [['insurance_company_removed'], bringBack],
]

/** Takes back what an act did to insurance companies, wherever nobody has changed the same since. */
export const takeBackCompanies: TakeBack = async (context, changeId, entries) => {
  const own = entries.filter(({ subject_type }) => subject_type === 'insurance_company')
  if (own.length === 0) return { entries: [], left: [] }
  await lockNames(context)
  const moved = entries.flatMap(({ student_period_id: id }) => (id === null ? [] : [id]))
  const rows = await readRows(
    context,
    changeId,
    own.map(({ subject_id }) => subject_id),
    moved,
  )
  const recorded: Entry[] = []
  const left: LeftAlone[] = []
  for (const [kinds, step] of steps)
    for (const entry of own.filter(({ kind }) => kinds.includes(kind))) {
      const row = rows.get(entry.subject_id)
      const taken = row ? await step(context, { row, entry }) : 'The company is gone.'
      if (typeof taken !== 'string') recorded.push(taken)
      else
        left.push({
          id: entry.subject_id,
          subject_type: 'insurance_company',
          name: row?.name ?? '',
          reason: taken,
        })
    }
  return { entries: recorded, left }
}
