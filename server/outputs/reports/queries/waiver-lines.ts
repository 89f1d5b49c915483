import { sql, type RawBuilder } from 'kysely'
import {
  coverages,
  coverageStatuses,
  type Coverage,
  type CoverageStatus,
} from '#contract/platform/coverage/choices.ts'
import { endedWaivers, reverificationStatuses } from '#contract/platform/coverage/status-groups.ts'
import { subscriberRelations } from '#contract/platform/record/student-period-choices.ts'
import { genders } from '#contract/platform/record/genders.ts'
import * as z from 'zod/mini'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import type { CheckFacts } from '#server/review/verifications/index.ts'

/**
 * The statuses of coverage that rests on another plan: waived, to reverify, ended, or a form that waits for a decision.
 */
const exported = [
  'waived',
  'waiver_submitted',
  ...reverificationStatuses,
  ...endedWaivers,
  'waived_enrollment_submitted',
  'waived_enrollment_utp',
] as const satisfies readonly CoverageStatus[]

/** A coverage type of a student that rests on another plan, with what a check is made from. */
export interface WaiverLine {
  readonly student_period_id: number
  readonly coverage_type: Coverage
  readonly status: CoverageStatus
  readonly facts: CheckFacts
  readonly relation: (typeof subscriberRelations)[number] | null
  readonly group_number: string | null
  readonly middle_initial: string | null
  readonly gender: (typeof genders)[number] | null
}

/** Student-periods per statement. */
const pageSize = 500

/**
 * Reads the coverage types of a period that a batch eligibility check makes sense for, in pages and in the order of their
 * IDs: offered, waived, needing reverification or with a form that waits for a decision, of active records whose
 * students haven’t left. The details are those of the form that waits, or else of the record, as in a single check.
 */
export async function* readWaiverLines(
  context: ScopeContext,
  periodId: number,
): AsyncGenerator<WaiverLine[]> {
  for (let after = 0; ;) {
    const ids = await nextIds(context, periodId, after)
    if (ids.length === 0) return
    const { rows } = await linesOf(context, ids).execute(context.db)
    yield z.parse(z.array(found), rows).map(lineOf)
    after = ids.at(-1) ?? after
  }
}

const text = z.nullable(z.string())

const found = z.object({
  id: z.int(),
  coverage: z.enum(coverages),
  status: z.enum(coverageStatuses),
  first_name: z.string(),
  last_name: z.string(),
  prior_last_name: text,
  middle_initial: text,
  dob: text,
  gender: z.nullable(z.enum(genders)),
  member_id: text,
  group_number: text,
  subscriber_first_name: text,
  subscriber_last_name: text,
  relation: z.nullable(z.enum(subscriberRelations)),
  subscriber_dob: text,
  company: text,
  is_electronic: z.nullable(z.boolean()),
  payer_ids: z.nullable(z.array(z.string())),
})

const lineOf = (row: z.output<typeof found>): WaiverLine => ({
  student_period_id: row.id,
  coverage_type: row.coverage,
  status: row.status,
  relation: row.relation,
  group_number: row.group_number,
  middle_initial: row.middle_initial,
  gender: row.gender,
  facts: {
    student: {
      firstName: row.first_name,
      lastName: row.last_name,
      birthDate: row.dob,
      formerLastName: row.prior_last_name,
    },
    isOwnPlan: row.relation === null ? null : row.relation === 'self',
    subscriber: {
      firstName: row.subscriber_first_name,
      lastName: row.subscriber_last_name,
      birthDate: row.subscriber_dob,
    },
    memberId: row.member_id,
    company:
      row.company === null
        ? null
        : {
            name: row.company,
            isElectronic: row.is_electronic === true,
            payerIds: row.payer_ids ?? [],
          },
  },
})

const nextIds = async (context: ScopeContext, periodId: number, after: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select sp.id from student_periods sp
    where ${scope.within(context, 'sp.school_id')} and sp.period_id = ${periodId} and sp.id > ${after}
      and sp.deleted_at is null and sp.erased_at is null and sp.status <> 'inactive'
      and sp.academic_status is distinct from 'graduated' and sp.academic_status is distinct from 'withdrawn'
      and array[sp.medical_status, sp.dental_status, sp.vision_status]::text[] && ${[...exported]}::text[]
    order by sp.id limit ${pageSize}`.execute(context.db)
  return rows.map(({ id }) => id)
}

/** The details of a check as columns: of the record, and as a form names them. */
const details = {
  company_id: 'waive_insurance_company_id',
  member_id: 'waive_member_subscriber_number',
  group_number: 'waive_group_number',
  subscriber_first_name: 'waive_subscriber_first_name',
  subscriber_last_name: 'waive_subscriber_last_name',
  relation: 'waive_subscriber_relation',
  subscriber_dob: 'waive_subscriber_dob',
} as const
const named = Object.entries(details)

/** A coverage type as a row of values, as the record has it. */
const lineValues = sql.join(
  coverages.map(
    (coverage) => sql`(${sql.lit(coverage)}, ${sql.ref(`sp.${coverage}_status`)}::text,
      ${sql.ref(`period.${coverage}_offered`)},
      ${sql.join(named.map(([, field]) => sql`${sql.ref(`sp.${coverage}_${field}`)}::text`))})`,
  ),
)

const columns = sql.join(named.map(([name]) => sql.ref(name)))

/** What students signed in waiver forms that wait for a decision, by coverage type. */
const signedForms = (context: ScopeContext, ids: readonly number[]): RawBuilder<unknown> => sql`
  select form.student_period_id, line.coverage, ${sql.join(
    named.map(
      ([name, field]) => sql`max(nullif(answer ->> 'value', '')) filter
        (where answer ->> 'name' = line.coverage || ${sql.lit(`_${field}`)}) as ${sql.ref(name)}`,
    ),
  )}
  from form_submissions form
  cross join unnest(form.coverage_types) line(coverage)
  cross join lateral (select content from form_submission_snapshots snapshot
    where snapshot.submission_id = form.id order by snapshot.number desc limit 1) signed
  cross join lateral jsonb_array_elements(signed.content -> 'answers') answer
  where ${scope.within(context, 'form.school_id')} and form.student_period_id = any(${[...ids]}::bigint[])
    and form.form_type = 'waiver' and form.progress = 'complete' and form.superseded_by_id is null
    and not line.coverage = any(form.decided_coverages)
  group by 1, 2`

const linesOf = (context: ScopeContext, ids: readonly number[]): RawBuilder<unknown> => sql`
  with signed as materialized (${signedForms(context, ids)})
  select sp.id, line.coverage, line.status, student.first_name, student.last_name, student.prior_last_name,
    student.middle_initial, student.dob, student.gender,
    known.member_id, known.group_number, known.subscriber_first_name, known.subscriber_last_name, known.relation,
    known.subscriber_dob, company.name as company, company.is_electronic,
    case line.coverage when 'medical' then company.medical_payer_ids when 'dental' then company.dental_payer_ids
      else company.vision_payer_ids end as payer_ids
  from student_periods sp
  join periods period on period.id = sp.period_id
  join students student on student.id = sp.student_id
  cross join lateral (values ${lineValues}) line(coverage, status, offered, ${columns})
  left join signed on signed.student_period_id = sp.id and signed.coverage = line.coverage
  cross join lateral (
    select ${sql.join(
      named.map(
        ([name]) => sql`case when signed.student_period_id is null then ${sql.ref(`line.${name}`)}
          else ${sql.ref(`signed.${name}`)} end as ${sql.ref(name)}`,
      ),
    )}) known
  left join insurance_companies company
    on company.id::text = known.company_id and company.deleted_at is null
  where sp.id = any(${[...ids]}::bigint[]) and ${scope.within(context, 'sp.school_id')}
    and ${scope.within(context, 'student.school_id')}
    and line.offered and line.status = any(${[...exported]}::text[])
  order by sp.id, line.coverage = 'vision', line.coverage = 'dental'`
