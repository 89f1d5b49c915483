import { sql } from 'kysely'
import { coverages, type CoverageStatus } from '#contract/platform/coverage/choices.ts'
import { statusFieldOf } from '#contract/platform/record/student-period-fields.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Random } from '#server/testing/random.ts'
import { insertRows } from './insert-rows.ts'
import type { LineStatuses } from './line.ts'

/** The parts of a seeded student-period that its history needs. */
export interface SeededRow {
  readonly id: number
  readonly student_id: number
  readonly statuses: LineStatuses
}

interface SeedContext {
  readonly db: Database
  readonly random: Random
  readonly schoolId: number
  readonly year: number
  readonly adminId: number
}

/** Returns the usual status changes that lead to a status, oldest first. */
const statusesBefore = (status: CoverageStatus): CoverageStatus[] => {
  if (status === 'not_started' || status === 'not_applicable' || status === 'exempt') return []
  if (status.startsWith('enrolled_waiver')) return ['enrollment_submitted', 'enrolled', status]
  if (['enrollment_submitted', 'waiver_submitted', 'declined', 'loa'].includes(status)) return [status]
  if (status === 'enrollment_utp' || status.startsWith('enrolled')) return ['enrollment_submitted', status]
  if (status.startsWith('waived_')) return ['waiver_submitted', 'waived', status]
  return ['waiver_submitted', status]
}

const at = (year: number, day: number, minute: number): string =>
  new Date(Date.UTC(year, 6, 1 + day, 13, minute % 480)).toISOString()

/** Returns when a policy year’s roster was imported, as an ISO instant. */
export const rosterAt = (year: number): string => at(year, 3, 0)

const entry = (ground: SeedContext, row: SeededRow, values: Record<string, unknown>) => ({
  subject_type: 'student_period',
  subject_id: row.id,
  school_id: ground.schoolId,
  student_id: row.student_id,
  student_period_id: row.id,
  ...values,
})

const actorOf = (status: CoverageStatus, adminId: number) =>
  status.endsWith('_submitted')
    ? { cause: 'student', actor_id: null }
    : { cause: 'person', actor_id: adminId }

/** Returns the statuses from the roster’s import: those that no form leads to. */
const importedAs = (statuses: LineStatuses) =>
  coverages.map((coverage) => ({
    field: statusFieldOf(coverage),
    before: null,
    after: statusesBefore(statuses[coverage]).length === 0 ? statuses[coverage] : 'not_started',
  }))

/**
 * Returns the status changes of a record, oldest first. A form or decision applies to all coverage types it
 * changes.
 */
const stepsOf = ({ statuses }: SeededRow) => {
  const ways = coverages.map((coverage) => ({
    field: statusFieldOf(coverage),
    way: statusesBefore(statuses[coverage]),
  }))
  const many = Math.max(...ways.map(({ way }) => way.length))
  return Array.from({ length: many }, (_, step) =>
    ways.flatMap(({ field, way }) => {
      const after = way[step]
      return after ? [{ field, before: way[step - 1] ?? ('not_started' as const), after }] : []
    }),
  )
}

/** Records the history of each record: the roster’s import, then each form and decision. */
export const seedHistory = async (ground: SeedContext, rows: readonly SeededRow[]): Promise<void> => {
  const { db, random, schoolId, year, adminId } = ground
  const imported = rosterAt(year)
  const [importId = 0] = await insertRows(db, 'changes', [
    { at: imported, actor_id: adminId, cause: 'import', kind: 'import_applied', school_id: schoolId },
  ])
  const byImport = { change_id: importId, at: imported, actor_id: adminId, cause: 'import' }
  const created = rows.map((row) =>
    entry(ground, row, {
      ...byImport,
      kind: 'student_period_created',
      changes: JSON.stringify(importedAs(row.statuses)),
    }),
  )
  await insertRows(db, 'history', created)
  const steps = rows.flatMap((row) =>
    stepsOf(row).map((changes, step) => ({
      row,
      changes,
      who: actorOf(changes[0]?.after ?? 'not_started', adminId),
      at: at(year, 20 + step * 9 + random.between(0, 8), random.between(0, 479)),
    })),
  )
  steps.sort((one, other) => one.at.localeCompare(other.at))
  const signings = await signForms(ground, steps)
  const acts = await insertRows(
    db,
    'changes',
    steps.map((step) => ({
      at: step.at,
      ...step.who,
      kind: 'coverage_status_changed',
      school_id: schoolId,
    })),
  )
  await insertRows(
    db,
    'history',
    steps.map((step, index) =>
      entry(ground, step.row, {
        change_id: acts[index],
        at: step.at,
        ...step.who,
        kind: 'coverage_status_changed',
        changes: JSON.stringify([...step.changes, ...(signings.get(step) ?? [])]),
      }),
    ),
  )
}

interface Step {
  readonly row: SeededRow
  readonly who: { readonly cause: string }
  readonly at: string
}

/** Signs the record with each of the student’s forms. Returns what each form changed. */
const signForms = async <S extends Step>({ db }: SeedContext, steps: readonly S[]) => {
  const forms = steps.filter(({ who }) => who.cause === 'student')
  const students = await db
    .selectFrom('students')
    .select(['id', sql<string>`first_name || ' ' || last_name`.as('name')])
    .where('id', 'in', [0, ...forms.map(({ row }) => row.student_id)])
    .execute()
  const names = new Map(students.map(({ id, name }) => [id, name]))
  const last = new Map<number, string>()
  const changes = new Map(
    forms.map((step) => {
      const before = last.get(step.row.id) ?? null
      const after = step.at.slice(0, 10)
      last.set(step.row.id, after)
      const signature = { field: 'signature', before: null, after: names.get(step.row.student_id) ?? null }
      return [step, [...(before === null ? [signature] : []), { field: 'signature_date', before, after }]]
    }),
  )
  await sql`
    update student_periods sp set signature_date = form.day, signature = s.first_name || ' ' || s.last_name
    from unnest(${[...last.keys()]}::bigint[], ${[...last.values()]}::date[]) as form (id, day), students s
    where sp.id = form.id and s.id = sp.student_id`.execute(db)
  return changes
}
