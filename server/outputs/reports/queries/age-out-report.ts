import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { AgeOutCounts, AgingOutRow } from '#contract/outputs/reports/age-out.ts'
import { ageOutHorizons, type AgeOutHorizon } from '#contract/outputs/reports/choices.ts'
import type { FigureQuery } from '#contract/outputs/reports/figures.ts'
import { coverages, coverageStatuses } from '#contract/platform/coverage/choices.ts'
import type { PageMeta } from '#contract/platform/endpoint.ts'
import { sourcesOfCoverage, subscriberRelations } from '#contract/platform/record/student-period-choices.ts'
import type { SortKey } from '#contract/platform/table-query.ts'
import { waiverConfiguration } from '#contract/setup/period-documents/waiver-configuration.ts'
import type { Context } from '#server/platform/context.ts'
import { listedName } from '#server/platform/db/person-names.ts'
import { scope, selectPeriod, type ScopeContext } from '#server/platform/db/scope.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { daysBetween } from '#server/platform/lib/days.ts'
import { pageMetaOf } from '#server/platform/lib/table.ts'
import {
  agingLine,
  agingLines,
  lineColumns,
  signedWaivers,
  type AgingLine,
} from '#server/records/student-periods/index.ts'
import { readPublished } from '#server/setup/period-documents/index.ts'
import { isWithin, orderOf } from './horizons.ts'
import { ageOn } from '../rules.ts'

/** Which rows of the report, in which order. */
export interface AgeOutRequest {
  readonly period_id: number
  readonly horizon: AgeOutHorizon
  /** Only coverage that ends in this month, `YYYY-MM`. */
  readonly month?: string | undefined
  readonly sort?: readonly SortKey[] | undefined
}

/** A policy year with the lines of its report in order. */
export interface RequestedLines {
  readonly period: Awaited<ReturnType<typeof selectPeriod>>
  readonly today: string
  readonly lines: readonly AgingLine[]
}

/** What a report reads with: a user’s request, or work without a user. */
export type ReportContext = ScopeContext & Pick<Context, 'clock'>

/** Returns all lines of the report. @throws Problem 422 if the period is unknown */
export const findLines = async (context: ReportContext, ask: AgeOutRequest): Promise<RequestedLines> => {
  const { period, today, matching } = await readAsk(context, ask)
  const { rows } = await sql`
    select ${lineColumns} from (${matching}) line order by ${orderOf(ask.sort)}`.execute(context.db)
  return { period, today, lines: z.parse(z.array(agingLine), rows) }
}

/** Reads the period that a request is about. Returns its lines as a query. @throws Problem 422 if the period is unknown */
const readAsk = async (context: ReportContext, { period_id, horizon, month }: AgeOutRequest) => {
  const period = await selectPeriod(context, period_id)
  const today = dayIn(context.clock, officeTimeZone)
  const matching = sql`
    select line.* from (${agingLines(context, period)}) line where ${isWithin(context, horizon, today)}
      ${month === undefined ? sql`` : sql`and left(line.ends_on, 7) = ${month}::text`}`
  return { period, today, matching }
}

const pageOfLines = z.object({ total: z.int(), lines: z.array(agingLine) })

/** Returns a page of the report. @throws Problem 422 if the period is unknown */
export const listAgingOut = async (
  context: Context,
  { page, per_page: perPage, ...ask }: AgeOutRequest & { readonly page: number; readonly per_page: number },
): Promise<{ readonly data: AgingOutRow[]; readonly meta: PageMeta }> => {
  const { period, today, matching } = await readAsk(context, ask)
  const { rows } = await sql`
    with matching as materialized (${matching}),
    page as (select row_number() over (order by ${orderOf(ask.sort)}) as place, ${lineColumns} from matching line
      order by place limit ${perPage} offset ${(page - 1) * perPage})
    select (select count(*)::int from matching) as total,
      (select coalesce(jsonb_agg(to_jsonb(page) - 'place' order by page.place), '[]') from page) as lines`.execute(
    context.db,
  )
  const { total, lines } = z.parse(pageOfLines, rows[0])
  const data = await presentLines(context, period.id, lines, today)
  return { data, meta: pageMetaOf({ page, per_page: perPage }, total, data.length) }
}

const counted = z.object({ by_horizon: z.record(z.enum(ageOutHorizons), z.int()), students: z.int() })

/** Counts the report by horizon, with what changes next. @throws Problem 422 if the period is unknown */
export const countAgingOut = async (context: Context, periodId: number): Promise<AgeOutCounts> => {
  const { period, today, matching } = await readAsk(context, { period_id: periodId, horizon: 'all' })
  const counts = ageOutHorizons.map(
    (horizon) => sql`${sql.lit(horizon)}, count(*) filter (where ${isWithin(context, horizon, today)})`,
  )
  const { rows } = await sql`
    select jsonb_build_object(${sql.join(counts)}) as by_horizon, count(distinct line.student_period_id)::int as students
    from (${matching}) line`.execute(context.db)
  const options = (await readPublished(context, period.id, waiverConfiguration))?.content
  const night = await scope
    .ageOutRuns(context)
    .select(['age_out_runs.run_on', 'age_out_runs.changed'])
    .where('age_out_runs.period_id', '=', period.id)
    .orderBy('age_out_runs.run_on', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    ...z.parse(counted, rows[0]),
    is_nightly: options?.ages_out_nightly === true && period.state === 'open',
    last_night: night ?? null,
  }
}

const text = z.nullable(z.string())

/** What a row shows besides its line. */
const details = z.object({
  id: z.int(),
  coverage: z.enum(coverages),
  student_id: z.int(),
  status: z.enum(coverageStatuses),
  student_name: z.string(),
  sid: z.string(),
  company: text,
  member_number: text,
  relation: z.nullable(z.enum(subscriberRelations)),
  source: z.nullable(z.enum(sourcesOfCoverage)),
  verified_on: text,
  campus: text,
  program: text,
  university_email: text,
  personal_email: text,
  phone: text,
  last_contact_at: text,
  notice_days: z.nullable(z.int()),
  notice_at: text,
})

/** Returns the rows of some lines, in their order. `today` is `YYYY-MM-DD`. */
export const presentLines = async (
  context: ScopeContext,
  periodId: number,
  lines: readonly AgingLine[],
  today: string,
): Promise<AgingOutRow[]> => {
  if (lines.length === 0) return []
  const { rows } = await readDetails(context, periodId, lines).execute(context.db)
  const byLine = new Map(
    z.parse(z.array(details), rows).map((row) => [`${row.id} ${row.coverage}`, row] as const),
  )
  return lines.flatMap((line) => {
    const row = byLine.get(`${line.student_period_id} ${line.coverage_type}`)
    return row ? [rowOf(line, row, today)] : []
  })
}

const rowOf = (line: AgingLine, row: z.output<typeof details>, today: string): AgingOutRow => {
  const { id, coverage, notice_days, notice_at, ...shown } = row
  return {
    ...shown,
    student_period_id: id,
    coverage_type: coverage,
    dob: line.born_on,
    age: ageOn(line.born_on, today),
    turns_on: line.turns_on,
    age_out_age: line.age,
    presumed_end_on: line.ends_on,
    end_reason: line.reason,
    days_left: daysBetween(today, line.ends_on),
    plan_ends_on: line.plan_ends_on,
    notice: notice_days === null || notice_at === null ? null : { days_before: notice_days, at: notice_at },
  }
}

const lineValues = sql.join(
  coverages.map((coverage) => {
    const column = (name: string) => sql.ref(`sp.${coverage}_${name}`)
    return sql`(${sql.lit(coverage)}, ${column('status')}::text, ${column('waive_insurance_company_id')},
      ${column('waive_insurance_name_other')}, ${column('waive_member_subscriber_number')},
      ${column('waive_subscriber_relation')}, ${column('waive_source_of_coverage')}, ${column('waive_verified_on')})`
  }),
)

/** What the students of some lines signed. */
const signedOf = (context: ScopeContext, periodId: number, lines: readonly AgingLine[]) =>
  signedWaivers(
    context,
    periodId,
    ['source', 'relation', 'company_id', 'company_name', 'member_number'],
    lines.map((line) => line.student_period_id),
  )

const readDetails = (context: ScopeContext, periodId: number, lines: readonly AgingLine[]) => sql`
  with signed as materialized (${signedOf(context, periodId, lines)})
  select sp.id, line.coverage, sp.student_id, line.status, student.sid,
    ${listedName('student')} as student_name,
    coalesce(company.name, signed.company_name, line.company_name) as company,
    coalesce(signed.member_number, line.member_number) as member_number,
    coalesce(signed.relation, line.relation) as relation, coalesce(signed.source, line.source) as source,
    line.verified_on, sp.campus, sp.program, student.university_email, student.personal_email, student.phone,
    (select max(email.sent_at) from emails email
      where ${scope.within(context, 'email.school_id')} and email.student_id = sp.student_id) as last_contact_at,
    notice.days_before as notice_days, notice.created_at as notice_at
  from unnest(${lines.map((line) => line.student_period_id)}::bigint[],
    ${lines.map((line) => line.coverage_type)}::text[]) asked(id, coverage)
  join student_periods sp on sp.id = asked.id
  join students student on student.id = sp.student_id
  cross join lateral (values ${lineValues})
    line(coverage, status, company_id, company_name, member_number, relation, source, verified_on)
  left join signed on signed.student_period_id = sp.id and signed.coverage = line.coverage
    and line.status = any(array['waiver_submitted', 'waiver_utp'])
  left join insurance_companies company on company.id = coalesce(nullif(signed.company_id, '')::bigint, line.company_id)
  left join lateral (select sent.days_before, sent.created_at from age_out_notices sent
    where ${scope.within(context, 'sent.school_id')} and sent.student_period_id = sp.id
      and sent.coverage_type = line.coverage order by sent.id desc limit 1) notice on true
  where line.coverage = asked.coverage and ${scope.within(context, 'sp.school_id')}
    and ${scope.within(context, 'student.school_id')}`

/** What a figure is about: a policy year, and the coverage type if it’s about one. */
export interface FigureAsk extends Pick<FigureQuery, 'coverage'> {
  readonly period: Awaited<ReturnType<typeof selectPeriod>>
}
