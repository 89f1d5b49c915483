import { sql } from 'kysely'
import { coverages, coverageStatuses, type Coverage } from '#contract/platform/coverage/choices.ts'
import { waitsIn } from '#contract/platform/coverage/status-groups.ts'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { problem } from '#server/platform/problem.ts'
import type { LineGroup, LineGroups } from '../rules/reachable.ts'
import { loadRows, readPeriods, sourceOf, type BulkRequest } from './rows.ts'

interface Found extends Omit<LineGroup, 'period'> {
  readonly period_id: number
  readonly is_signed: boolean
  readonly ids: number[] | null
}

const pending = coverageStatuses.filter((status) => waitsIn('enroll', status))
const tiered = [...pending, 'enrolled_waiver_submitted', 'enrolled_waiver_utp']

const lines = sql.join(
  coverages.map(
    (coverage) =>
      sql`(${coverage}, ${sql.ref(`sp.${coverage}_status`)}::text, ${sql.ref(`sp.${coverage}_prior_status`)}::text,
        ${sql.ref(`sp.${coverage}_prior_tier`)}::text)`,
  ),
)

/**
 * Reads the lines of a selection, counted by what decides where their status can change to: one statement, whatever the size
 * of the selection. Only pending enrollments with dependents on their form are read one by one.
 * @throws Problem 404 if an ID is unknown or foreign, 422 if the selection’s period is
 */
export const readLineGroups = async (context: Context, ask: BulkRequest): Promise<LineGroups> => {
  const { rows: found } = await sql<Found>`
    select line.coverage, line.status, line.prior_status, line.prior_tier, sp.period_id, sp.has_used_benefits,
      own.covered, own.children, signed.is_signed, count(*)::int as quantity,
      array_agg(sp.id) filter (where signed.is_signed) as ids
    from (select sp.id, sp.period_id, sp.benefits_used_on is not null as has_used_benefits, sp.medical_status,
        sp.dental_status, sp.vision_status, sp.medical_prior_status, sp.dental_prior_status, sp.vision_prior_status,
        sp.medical_prior_tier, sp.dental_prior_tier, sp.vision_prior_tier ${await sourceOf(context, ask)}) sp
    cross join lateral (values ${lines}) line (coverage, status, prior_status, prior_tier)
    cross join lateral (select count(*)::int as covered, count(*) filter (where own.type = 'child')::int as children
      from dependents own
      where line.status = any(${tiered}) and own.student_period_id = sp.id and own.deleted_at is null
        and line.coverage = any(own.covers) and ${scope.within(context, 'own.school_id')}) own
    cross join lateral (select line.status = any(${pending}) and exists (select from form_submissions form
      where form.student_period_id = sp.id and form.form_type = 'enroll' and form.progress = 'complete'
        and form.superseded_by_id is null and line.coverage = any(form.coverage_types)
        and ${scope.within(context, 'form.school_id')}
        and (select snapshot.content -> 'dependents' <> '[]' from form_submission_snapshots snapshot
          where snapshot.submission_id = form.id order by snapshot.number desc limit 1)) as is_signed) signed
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9`.execute(context.db)
  const matched = matchedIn(found)
  if (ask.ids && matched !== new Set(ask.ids).size) throw problem.notFound()
  const periods = await readPeriods(context, [...new Set(found.map(({ period_id }) => period_id))])
  const signed = [...new Set(found.flatMap(({ ids }) => ids ?? []))]
  return {
    matched,
    groups: found.flatMap(({ period_id, ...group }) => {
      const period = periods.get(period_id)
      return period && !group.is_signed ? [{ ...group, period }] : []
    }),
    signed: found.flatMap(({ coverage, ids }) => (ids ?? []).map((id) => ({ id, coverage }))),
    rows: signed.length > 0 ? await loadRows(context, { ids: signed }) : [],
  }
}

/** Every record has one line of each coverage type. */
const matchedIn = (found: readonly Found[]): number =>
  found.filter(({ coverage }) => coverage === firstCoverage).reduce((sum, { quantity }) => sum + quantity, 0)

const [firstCoverage] = coverages satisfies readonly [Coverage, ...Coverage[]]
