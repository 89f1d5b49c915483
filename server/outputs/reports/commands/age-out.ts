import { sql } from 'kysely'
import { coverageLabels } from '#contract/platform/coverage/choices.ts'
import type { AgeOutAsk, AgeOutChange } from '#contract/outputs/reports/age-out.ts'
import * as z from 'zod/mini'
import type { Context } from '#server/platform/context.ts'
import { scope, selectPeriod } from '#server/platform/db/scope.ts'
import type { HistoryContext } from '#server/platform/history/index.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { dayText } from '#server/platform/lib/day-text.ts'
import { problem } from '#server/platform/problem.ts'
import { isLong } from '#server/platform/jobs/index.ts'
import {
  isChange,
  lockRows,
  planChange,
  save,
  type MovableRow,
  type Plan,
} from '#server/records/student-periods/index.ts'
import {
  agingLine,
  agingLines,
  lineColumns,
  type AgingLine,
  type AgingPeriod,
} from '#server/records/student-periods/index.ts'
import { isWithin } from '../queries/horizons.ts'

/** The waivers of a policy year that change to aged out, and who changes them. `today` is `YYYY-MM-DD`. */
interface AgingOut {
  readonly school_id: number
  readonly period: AgingPeriod
  readonly today: string
  readonly cause: 'bulk' | 'system'
}

/** A student with waivers that change to aged out. */
interface AgedStudent {
  readonly id: number
  readonly lines: readonly AgingLine[]
}

type System = Parameters<typeof lockRows>[0]

/** Returns the students whose waivers change to aged out on a day. */
export const listAged = async (
  system: System,
  { period, today }: Pick<AgingOut, 'period' | 'today'>,
  ids: readonly number[] | null = null,
): Promise<AgedStudent[]> => {
  const { rows } = await sql`
    select ${lineColumns} from (${agingLines(system, period, ids)}) line
    where ${isWithin(system, 'to_change', today)}
    order by line.student_period_id, line.coverage_type`.execute(system.db)
  const lines = z.parse(z.array(agingLine), rows)
  return [...Map.groupBy(lines, (line) => line.student_period_id)].map(([id, its]) => ({ id, lines: its }))
}

/**
 * Changes waivers to aged out that have presumably ended, or counts them. More than 10,000 students are left to the
 * nightly change.
 * @throws Problem 422 if the period is unknown or there are too many; 409 if the counts aren’t those expected
 */
export const ageOutWaivers = async (context: Context, ask: AgeOutAsk): Promise<AgeOutChange> => {
  const period = await selectPeriod(context, ask.period_id)
  const today = dayIn(context.clock, officeTimeZone)
  const found = await listAged(context, { period, today })
  if (ask.dry_run === true) return resultOf(found)
  if (isLong(found.length))
    throw problem.invalid({
      period_id: 'More than 10,000 students would change. Turn on the nightly change in Waiver options.',
    })
  const { school_id } = period
  const aged = await changeToAgedOut(
    context,
    { school_id, period, today, cause: 'bulk' },
    found.map(({ id }) => id),
  )
  const result = resultOf(aged)
  const { expected } = ask
  if (expected && (expected.matched !== result.matched || expected.changed !== result.changed))
    throw problem.stale(result, 'Some records changed after the preview. Check the new counts.')
  return result
}

const resultOf = (aged: readonly AgedStudent[]): AgeOutChange => ({
  matched: aged.length,
  changed: aged.length,
  skipped: [],
  skipped_total: 0,
  waivers: aged.reduce((sum, { lines }) => sum + lines.length, 0),
})

/**
 * Locks students, and changes their waivers that have presumably ended by the transition table, with history, in the
 * caller’s transaction. What changed in between decides. Returns the students who changed.
 */
export const changeToAgedOut = async (
  context: HistoryContext,
  ask: AgingOut,
  ids: readonly number[],
): Promise<AgedStudent[]> => {
  const system = { ...scope.asSystem(context.db, ask.school_id), clock: context.clock }
  const { rows } = await lockRows(system, { ids })
  const aged = new Map((await listAged(system, ask, ids)).map((student) => [student.id, student.lines]))
  const changes = rows
    .map((row) => ({ plan: planOf(row, aged.get(row.id) ?? [], ask.today), lines: aged.get(row.id) ?? [] }))
    .filter(({ plan }) => isChange(plan))
  if (changes.length === 0) return []
  await saveDone(
    context,
    ask.school_id,
    changes.flatMap(({ lines }) => lines),
  )
  const kind = 'coverage_status_changed'
  await save(
    { context, system },
    { kind, cause: ask.cause, undoable: true, schoolId: ask.school_id },
    changes.map(({ plan, lines }) => ({ plan, kind, reason: reasonOf(lines) })),
  )
  return changes.map(({ plan, lines }) => ({ id: plan.row.id, lines }))
}

const planOf = (row: MovableRow, lines: readonly AgingLine[], today: string): Plan => {
  const steps = lines.map(({ coverage_type: coverage, ends_on }) => ({
    event: 'age_out' as const,
    coverage,
    options: { presumed_end_on: ends_on },
  }))
  return planChange(row, steps, today)
}

/** Returns 'Aging out: coverage under a parent’s plan likely ended on 07/31/2026 (medical).' */
const reasonOf = (lines: readonly AgingLine[]): string => {
  const ends = Map.groupBy(lines, ({ ends_on }) => ends_on)
  const texts = [...ends].map(([end, its]) => {
    const names = its.map(({ coverage_type }) => coverageLabels[coverage_type].toLowerCase())
    return `${dayText(end)} (${names.join(', ')})`
  })
  return `Aging out: coverage under a parent’s plan likely ended on ${texts.join(' and ')}.`
}

/** Remembers which waivers were changed for which end, so that no later night repeats it. */
const saveDone = async (
  { db, clock }: Pick<HistoryContext, 'db' | 'clock'>,
  schoolId: number,
  lines: readonly AgingLine[],
): Promise<void> => {
  await sql`
    insert into aged_out_waivers (school_id, student_period_id, coverage_type, presumed_end_on, created_at)
    select ${schoolId}, line.*, ${clock.now().toISOString()} from unnest(
      ${lines.map(({ student_period_id: id }) => id)}::bigint[],
      ${lines.map(({ coverage_type: coverage }) => coverage)}::text[],
      ${lines.map(({ ends_on }) => ends_on)}::date[]) line`.execute(db)
}
