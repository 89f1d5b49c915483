import type { Insertable } from 'kysely'
import type { Coverage } from '#contract/platform/coverage/choices.ts'
import type { SignedForm } from '#contract/review/form-submissions/shapes.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { FormSubmission } from '#server/platform/db/schema.ts'
import { contentHash } from './commands/take-form.ts'

type Sender = Record<'first_name' | 'last_name' | 'dob', string>
type Values = Partial<
  Omit<Insertable<FormSubmission>, 'coverage_types' | 'form_type' | keyof Sender> & Sender
> & {
  readonly school_id: number
  readonly period_id: number
  readonly form_type?: SignedForm['form_type']
  readonly coverage_types?: Coverage[]
  readonly answers?: SignedForm['answers']
}

let made = 0

/** What a form in progress doesn’t have yet. */
const unfinished = {
  confirmation_number: null,
  sent_hash: null,
  student_id: null,
  student_period_id: null,
  match_method: null,
}

/** Creates a waiver form, as signed on 11/20/2026. A complete one has its snapshot. Returns its ID. */
export const buildFormSubmission = async (
  db: Database,
  { answers = [], form_type = 'waiver', coverage_types = ['medical'], ...values }: Values,
): Promise<number> => {
  made += 1
  const row = {
    first_name: 'Maya',
    last_name: 'Thompson',
    sid: null,
    dob: '2003-04-05',
    confirmation_number: `W-TEST-${String(made).padStart(4, '0')}-${values.period_id}`,
    sent_hash: Buffer.from(`form ${made}`),
    submitted_at: '2026-11-20T14:00:00.000Z',
    ...values,
  }
  const { id } = await db
    .insertInto('form_submissions')
    .values({ ...row, form_type, coverage_types, ...(row.progress === 'in_progress' ? unfinished : {}) })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (row.progress === 'in_progress') return id
  const content = contentOf(row, { form_type, coverage_types, answers })
  await db
    .insertInto('form_submission_snapshots')
    .values({
      school_id: row.school_id,
      submission_id: id,
      number: 1,
      content: JSON.stringify(content),
      hash: contentHash(content),
      form_number: 1,
      waiver_rules_number: null,
      created_at: row.submitted_at,
    })
    .execute()
  return id
}

const contentOf = (
  { first_name, last_name, dob }: Sender,
  { answers, ...form }: Pick<SignedForm, 'form_type' | 'coverage_types' | 'answers'>,
): SignedForm => ({
  ...form,
  answers: [
    { name: 'first_name', value: first_name },
    { name: 'last_name', value: last_name },
    { name: 'dob', value: dob },
    ...answers,
  ],
  dependents: [],
  attestations: [],
  signature: `${first_name} ${last_name}`,
  language: 'en',
  qualifying_event: null,
  event_on: null,
})
