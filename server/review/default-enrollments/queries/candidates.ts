import { sql } from 'kysely'
import * as z from 'zod/mini'
import { coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { dayIn, officeTimeZone, type Clock } from '#server/platform/lib/clock.ts'
import { openCoverages } from '#server/review/decisions/index.ts'
import { readInBatches, type MovableRow, type Plan } from '#server/records/student-periods/index.ts'
import {
  concernedStatuses,
  enrollmentOf,
  expectedDay,
  standingsOf,
  type Known,
  type Standing,
} from '../rules.ts'

/** A record that auto-enrollment concerns, and the change that would enroll the student on a day. */
export interface Candidate {
  readonly row: MovableRow
  readonly standings: readonly Standing[]
  readonly plan: Plan
}

export type CandidateContext = ScopeContext & { readonly clock: Clock }

interface ReadOptions {
  /** Whether the records will be saved. */
  readonly isLocking: boolean
  /** The day on which a record’s student would be enrolled, `YYYY-MM-DD`; today by default. */
  readonly dayOf?: (row: MovableRow) => string
}

/**
 * Reads the records of a policy year that auto-enrollment concerns, batch by batch in the order of their IDs. They’re
 * locked if they’ll be saved.
 */
export async function* readCandidates(
  context: CandidateContext,
  periodId: number,
  { isLocking, dayOf }: ReadOptions,
): AsyncGenerator<readonly Candidate[]> {
  const today = dayIn(context.clock, officeTimeZone)
  const ids = await listConcerned(context, periodId)
  for await (const rows of readInBatches(context, ids, { isDryRun: !isLocking })) {
    const known = await readKnown(
      context,
      rows.map(({ id }) => id),
    )
    yield rows
      .map((row) => {
        const day = dayOf?.(row) ?? today
        const standings = standingsOf(row, known.get(row.id) ?? nothing, day)
        return { row, standings, plan: enrollmentOf(row, standings, day) }
      })
      .filter(({ standings }) => standings.length > 0)
  }
}

/** How a student will be enrolled if nothing else happens. */
export interface ExpectedEnrollment {
  /** The first day on which it can happen, `YYYY-MM-DD`. */
  readonly on: string
  /** The change of that day. */
  readonly plan: Plan
}

/** Returns the coverage types in which a student will be auto-enrolled if nothing else happens. */
export const readExpected = async (
  context: CandidateContext,
  row: MovableRow,
): Promise<Map<Coverage, ExpectedEnrollment>> => {
  const today = dayIn(context.clock, officeTimeZone)
  const known = (await readKnown(context, [row.id])).get(row.id) ?? nothing
  return new Map(
    coverages.flatMap((coverage) => {
      const on = expectedDay(row, coverage, known, today)
      if (on === null) return []
      const standings = standingsOf(row, known, on).filter((one) => one.coverage === coverage)
      return [[coverage, { on, plan: enrollmentOf(row, standings, on) }] as const]
    }),
  )
}

const nothing: Known = { open: new Set(), respondBy: new Map() }

const listConcerned = async (context: ScopeContext, periodId: number): Promise<number[]> => {
  const isConcerned = sql.join(
    coverages.map(
      (coverage) => sql`${sql.ref(`sp.${coverage}_status`)}::text = any(${[...concernedStatuses]})`,
    ),
    sql` or `,
  )
  const { rows } = await sql<{ id: number }>`
    select sp.id from student_periods sp
    where sp.period_id = ${periodId} and sp.deleted_at is null and ${scope.within(context, 'sp.school_id')}
      and (${isConcerned}) order by sp.id`.execute(context.db)
  return rows.map(({ id }) => id)
}

const openLine = z.object({ id: z.int(), coverage: z.enum(coverages) })
const respondLine = z.extend(openLine, { respond_by: z.string() })

/** Reads what is open of the students’ forms, and until when they can respond. */
const readKnown = async (context: ScopeContext, ids: readonly number[]): Promise<Map<number, Known>> => {
  const among = sql`form.student_period_id = any(${[...ids]}::bigint[]) and ${scope.within(context, 'form.school_id')}`
  const open = await sql`
    select distinct form.student_period_id as id, line.coverage
    from form_submissions form cross join lateral unnest(${openCoverages(context, 'form')}) line(coverage)
    where ${among}`.execute(context.db)
  const respond = await sql`
    select form.student_period_id as id, outcome.coverage_type as coverage, max(outcome.respond_by) as respond_by
    from form_submissions form join decision_outcomes outcome on outcome.submission_id = form.id
    where ${among} and ${scope.within(context, 'outcome.school_id')}
      and outcome.outcome = 'utp' and outcome.undone_at is null and outcome.respond_by is not null
    group by 1, 2`.execute(context.db)
  const opened = Map.groupBy(z.parse(z.array(openLine), open.rows), ({ id }) => id)
  const responding = Map.groupBy(z.parse(z.array(respondLine), respond.rows), ({ id }) => id)
  return new Map(
    ids.map((id) => [
      id,
      {
        open: new Set(opened.get(id)?.map(({ coverage }) => coverage)),
        respondBy: new Map(responding.get(id)?.map(({ coverage, respond_by }) => [coverage, respond_by])),
      },
    ]),
  )
}
