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
  /** The sources of coverage in waiver forms that wait for a decision. */
  readonly sources: ReadonlyMap<number, WaiverSources>
}

/** The source of coverage that a form gives, by coverage type. */
export type WaiverSources = Readonly<Partial<Record<Coverage, string>>>

/** Reads the dependents, life events and sources of coverage of student-periods: one query each, however many there are. */
export const readRelated = async (context: ScopeContext, ids: readonly number[]): Promise<Related> => ({
  covered: await readCovered(context, ids),
  lifeEvents: await readLifeEvents(context, ids),
  sources: await readSources(context, ids),
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

/** Reads them from what students signed last; a coverage type that is decided has its source in the record. */
const readSources = async (
  context: ScopeContext,
  ids: readonly number[],
): Promise<Map<number, WaiverSources>> => {
  const { rows } = await sql<{ id: number; coverage: Coverage; source: string }>`
    select form.student_period_id as id, line.coverage, answer ->> 'value' as source
    from form_submissions form
    cross join unnest(form.coverage_types) line(coverage)
    cross join lateral (select content from form_submission_snapshots snapshot
      where snapshot.submission_id = form.id order by snapshot.number desc limit 1) signed
    cross join lateral jsonb_array_elements(signed.content -> 'answers') answer
    where ${scope.within(context, 'form.school_id')} and form.student_period_id = ${among(ids)}
      and form.form_type = 'waiver' and form.progress = 'complete' and form.superseded_by_id is null
      and not line.coverage = any(form.decided_coverages)
      and answer ->> 'name' = line.coverage || '_waive_source_of_coverage'
      and answer ->> 'value' is not null`.execute(context.db)
  const found = new Map<number, WaiverSources>()
  for (const { id, coverage, source } of rows) found.set(id, { ...found.get(id), [coverage]: source })
  return found
}
