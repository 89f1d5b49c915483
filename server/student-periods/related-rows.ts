import { sql } from 'kysely'
import type { Coverage } from '#contract/coverage/choices.ts'
import type { QualifyingEvent } from '#contract/periods/insurance-configuration.ts'
import type { DependentType } from '#contract/student-periods/choices.ts'
import type { LifeEvent } from '../coverage/index.ts'
import { scope, type ScopeContext } from '../db/scope.ts'

type Covered = readonly { readonly type: DependentType; readonly covers: readonly Coverage[] }[]

/** What status changes need from other tables, by the ID of the student-period. */
export interface Related {
  /** The dependents. */
  readonly covered: ReadonlyMap<number, Covered>
  /** The life event of the latest enroll form, if it has one. */
  readonly lifeEvents: ReadonlyMap<number, LifeEvent>
}

/** Reads the dependents and life events of student-periods: one query each, however many there are. */
export const readRelated = async (context: ScopeContext, ids: readonly number[]): Promise<Related> => ({
  covered: await readCovered(context, ids),
  lifeEvents: await readLifeEvents(context, ids),
})

const among = (ids: readonly number[]) => sql<number>`any(${[...ids]}::bigint[])`

const readCovered = async (context: ScopeContext, ids: readonly number[]): Promise<Map<number, Covered>> => {
  const found = await scope
    .dependents(context)
    .select(['dependents.student_period_id', 'dependents.type', 'dependents.covers'])
    .where('dependents.student_period_id', '=', among(ids))
    .execute()
  return Map.groupBy(
    // CHECKs allow exactly the contract's enumerations
    found.map((row) => ({
      id: row.student_period_id,
      type: row.type as DependentType,
      covers: row.covers as Coverage[],
    })),
    ({ id }) => id,
  )
}

/** A form that a later one replaced doesn’t count, even if the later one has no event. */
const readLifeEvents = async (
  context: ScopeContext,
  ids: readonly number[],
): Promise<Map<number, LifeEvent>> => {
  const found = await scope
    .formSubmissions(context)
    .innerJoin('schools', 'schools.id', 'form_submissions.school_id')
    .select([
      'form_submissions.student_period_id as id',
      'form_submissions.qualifying_event as event',
      'form_submissions.event_on',
      sql<string>`(form_submissions.submitted_at at time zone schools.time_zone)::date`.as('sent_on'),
    ])
    .where('form_submissions.student_period_id', '=', among(ids))
    .where('form_submissions.qualifying_event', 'is not', null)
    .where('form_submissions.form_type', '=', 'enroll')
    .where('form_submissions.superseded_by_id', 'is', null)
    .execute()
  return new Map(
    found.flatMap(({ id, event, event_on, sent_on }) =>
      id === null || event_on === null
        ? []
        : // the CHECK allows exactly the contract's events
          [[id, { event: event as QualifyingEvent, event_on, sent_on }] as const],
    ),
  )
}
