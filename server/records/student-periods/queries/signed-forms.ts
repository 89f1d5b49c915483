import { sql } from 'kysely'
import type { Coverage } from '#contract/platform/coverage/choices.ts'
import type { FormType } from '#contract/review/form-submissions/choices.ts'
import type { Answer, SignedForm as Content } from '#contract/review/form-submissions/shapes.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import type { Value } from '#server/platform/db/update-in-groups.ts'

/** A dependent as the student signed, with the SSN masked. */
export type SignedDependent = Content['dependents'][number]

/** A form in effect of a student-period, as its approval needs it. Dates are `YYYY-MM-DD`. */
export interface SignedForm {
  readonly id: number
  readonly student_period_id: number
  readonly form_type: FormType
  readonly coverage_types: readonly Coverage[]
  /** Those of its coverage types that are decided. */
  readonly decided_coverages: readonly Coverage[]
  /** Those of the decided ones that the student is to fix: the latest decision is unable to process. */
  readonly asked_coverages: readonly Coverage[]
  /** Those whose status the form couldn’t change. */
  readonly flagged_coverages: readonly Coverage[]
  /** Those that change the plan of an enrolled student. */
  readonly plan_change_coverages: readonly Coverage[]
  /** The answers of a waiver form about the other insurance, by field. */
  readonly answers: ReadonlyMap<string, Answer>
  /** The names of the insurance companies that it or the record chose, by ID; without those that were removed. */
  readonly companies: ReadonlyMap<number, string>
  readonly dependents: readonly SignedDependent[]
  /** What a waiver form’s record has about the other insurance, by field. */
  readonly recorded: Readonly<Record<string, Value>>
  /** What the record had when the form arrived, by field; only fields that changed since. */
  readonly arrived: ReadonlyMap<string, Value>
}

interface Row extends Pick<SignedForm, 'id' | 'student_period_id' | 'form_type' | 'dependents' | 'recorded'> {
  readonly coverage_types: Coverage[]
  readonly decided_coverages: Coverage[]
  readonly asked_coverages: Coverage[]
  readonly flagged_coverages: Coverage[]
  readonly plan_change_coverages: Coverage[]
  readonly answers: { readonly name: string; readonly value: Answer }[]
  readonly companies: Readonly<Record<string, string>> | null
}

/** Returns the forms in effect of student-periods by record, the latest first: complete ones that no later form replaced. */
export const readSignedForms = async (
  context: ScopeContext,
  ids: readonly number[],
): Promise<Map<number, SignedForm[]>> => {
  const { rows } = await sql<Row>`
    select form.id, form.student_period_id, form.form_type, form.coverage_types, form.decided_coverages,
      array(select latest.coverage_type from (
          select distinct on (outcome.coverage_type) outcome.coverage_type, outcome.outcome from decision_outcomes outcome
          where outcome.submission_id = form.id and outcome.undone_at is null
            and ${scope.within(context, 'outcome.school_id')}
          order by outcome.coverage_type, outcome.id desc) latest
        where latest.outcome = 'utp' and latest.coverage_type = any(form.decided_coverages)) as asked_coverages,
      form.flagged_coverages, form.plan_change_coverages, signed.content -> 'dependents' as dependents,
      case form.form_type when 'waiver' then signed.content -> 'answers' else '[]' end as answers,
      case form.form_type when 'waiver' then (select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(sp))
        where key like '%\\_waive\\_%') else '{}' end as recorded,
      (select jsonb_object_agg(company.id, company.name) from insurance_companies company
        where company.deleted_at is null and form.form_type = 'waiver' and (company.id in (
          sp.medical_waive_insurance_company_id, sp.dental_waive_insurance_company_id, sp.vision_waive_insurance_company_id)
          or company.id in (select (answer ->> 'value')::bigint from jsonb_array_elements(signed.content -> 'answers') answer
            where answer ->> 'name' like '%\\_waive\\_insurance\\_company\\_id'))) as companies
    from form_submissions form
    join student_periods sp on sp.id = form.student_period_id
    cross join lateral (select content from form_submission_snapshots snapshot
      where snapshot.submission_id = form.id order by snapshot.number desc limit 1) signed
    where ${scope.within(context, 'form.school_id')} and form.student_period_id = any(${[...ids]}::bigint[])
      and form.progress = 'complete' and form.superseded_by_id is null
    order by form.submitted_at desc, form.id desc`.execute(context.db)
  const arrived = await readArrived(
    context,
    rows.filter(({ form_type }) => form_type === 'waiver').map(({ id }) => id),
  )
  const forms = rows.map((row) => ({
    ...row,
    answers: new Map(row.answers.filter(isWaive).map(({ name, value }) => [name, value])),
    companies: new Map(Object.entries(row.companies ?? {}).map(([id, name]) => [Number(id), name])),
    arrived: arrived.get(row.id) ?? new Map<string, Value>(),
  }))
  return Map.groupBy(forms, ({ student_period_id: id }) => id)
}

const isWaive = ({ name }: { readonly name: string }): boolean => name.includes('_waive_')

/**
 * Returns what the records of waiver forms had when the forms arrived, by form: the value before the first change of
 * each field since. Fields that didn’t change are left out.
 */
const readArrived = async (
  context: ScopeContext,
  formIds: readonly number[],
): Promise<Map<number, Map<string, Value>>> => {
  if (formIds.length === 0) return new Map()
  const { rows } = await sql<{ id: number; field: string; before: Value }>`
    select distinct on (form.id, change ->> 'field') form.id, change ->> 'field' as field, change -> 'before' as before
    from form_submissions form
    cross join lateral (select max(entry.id) as id from history entry
      where entry.subject_type = 'form_submission' and entry.subject_id = form.id
        and entry.kind in ('form_submitted', 'form_fixed') and ${scope.within(context, 'entry.school_id')}) arrival
    join history entry on entry.student_period_id = form.student_period_id and entry.subject_type = 'student_period'
      and case when arrival.id is null then entry.at >= form.submitted_at else entry.id > arrival.id end
    cross join jsonb_array_elements(entry.changes) change
    where form.id = any(${[...formIds]}::bigint[]) and change ->> 'field' like '%\\_waive\\_%'
      and ${scope.within(context, 'form.school_id')} and ${scope.within(context, 'entry.school_id')}
    order by form.id, change ->> 'field', entry.id`.execute(context.db)
  const found = new Map<number, Map<string, Value>>()
  for (const { id, field, before } of rows) {
    const fields = found.get(id) ?? new Map<string, Value>()
    found.set(id, fields.set(field, before))
  }
  return found
}
