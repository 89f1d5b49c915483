import { sql } from 'kysely'
import type { QualifyingEvent } from '#contract/setup/period-documents/insurance-configuration.ts'
import type { Dependent } from '#contract/platform/record/dependent.ts'
import type { LifeEvent } from '#server/platform/coverage/index.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { presentDependent } from '../present.ts'
import { dependentsOf } from './single.ts'
import { readSignedForms, type SignedForm } from './signed-forms.ts'

/** What status changes need from other tables, by the ID of the student-period. */
export interface Related {
  readonly dependents: ReadonlyMap<number, readonly Dependent[]>
  /** The life event of the latest enrollment form, if it has one. */
  readonly lifeEvents: ReadonlyMap<number, LifeEvent>
  /** The forms in effect, the latest first. */
  readonly forms: ReadonlyMap<number, readonly SignedForm[]>
}

/** Reads the dependents, life events and forms of student-periods: one query each, however many there are. */
export const readRelated = async (context: ScopeContext, ids: readonly number[]): Promise<Related> => ({
  dependents: await readDependents(context, ids),
  lifeEvents: await readLifeEvents(context, ids),
  forms: await readSignedForms(context, ids),
})

const among = (ids: readonly number[]) => sql<number>`any(${[...ids]}::bigint[])`

const readDependents = async (
  context: ScopeContext,
  ids: readonly number[],
): Promise<Map<number, Dependent[]>> => {
  const found = await dependentsOf(context)
    .select('dependents.student_period_id')
    .where('dependents.student_period_id', '=', among(ids))
    .execute()
  const byRecord = Map.groupBy(found, ({ student_period_id: id }) => id)
  return new Map([...byRecord].map(([id, rows]) => [id, rows.map(presentDependent)]))
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
