import { coverageLabels } from '#contract/platform/coverage/choices.ts'
import { formTypeLabels, matchMethodLabels } from '#contract/review/form-submissions/choices.ts'
import type {
  FormAppeal,
  FormSubmissionDetail,
  ReviewedAppeal,
} from '#contract/review/form-submissions/review-shapes.ts'
import { withinSentence } from '#contract/platform/letter-case.ts'
import { formatDay, formatInstant, formatList } from '#client/platform/lib/format.ts'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { fieldsInWords } from '#client/platform/record/field-text.ts'
import { fileKindLabels } from '#contract/platform/record/file-kinds.ts'
import { Comparison } from './comparison-table.tsx'
import { SentFiles } from './sent-files.tsx'
import { Facts } from '#client/platform/ui/text/facts.tsx'
import { Part, SignedContent } from './signed-content.tsx'

/** What the pane shows of a form; what a fix changed, to those who review it. */
export type Evidence = Pick<
  FormSubmissionDetail,
  | 'form_type'
  | 'submitted_at'
  | 'match_method'
  | 'content'
  | 'drawn_signature'
  | 'snapshot_number'
  | 'form_number'
  | 'waiver_rules_number'
  | 'files'
> &
  Partial<Pick<FormSubmissionDetail, 'fixed'>> & { readonly appeal: FormAppeal | ReviewedAppeal | null }

interface EvidencePaneProps {
  form: Evidence
  /** The same form for someone who decides it, once it’s matched: it shows its answers next to the record. */
  matched?: FormSubmissionDetail | undefined
}

/**
 * Renders what the student claims and the documents that prove it: side by side, one below the other on a narrow screen.
 * The answers of a matched form are in a table above both.
 */
export const EvidencePane = ({ form, matched }: EvidencePaneProps) => (
  <div className="@container">
    <div className="flex flex-col gap-5">
      <SentLine form={form} />
      {form.appeal && <Appeal appeal={form.appeal} />}
      {matched && form.content && <Comparison form={matched} content={form.content} />}
      <div
        className={cx(
          'grid gap-x-8 gap-y-6 @2xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]',
          matched && '@2xl:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]',
        )}
      >
        <section aria-label="Student’s answers" className="flex min-w-0 flex-col gap-5">
          {form.content === null ? (
            <p className="text-ink-2">The student hasn’t signed this form yet.</p>
          ) : (
            <SignedContent content={form.content} drawnSignature={form.drawn_signature} matched={matched} />
          )}
          <FormFacts form={form} />
        </section>
        <section aria-label="Documents" className={cx('min-w-0', matched && 'order-first')}>
          <SentFiles formType={form.form_type} files={form.files} added={form.fixed?.files ?? []} />
        </section>
      </div>
    </div>
  </div>
)

/** `Waiver form, sent August 20, 2026 at 11:00 a.m. Fixed, version 2` */
const SentLine = ({ form }: { form: Evidence }) => (
  <p className="text-ink-2">
    {formTypeLabels[form.form_type]}
    {form.content !== null && <>, sent {formatInstant(form.submitted_at)}</>}
    {form.snapshot_number !== null && form.snapshot_number > 1 && (
      <span className="ml-2 font-medium text-ink">Fixed, version {form.snapshot_number}</span>
    )}
    {form.fixed && <span className="block text-ink">{fixedText(form.fixed, form.files)}</span>}
  </p>
)

/** Returns 'Changed: member ID and group number. New: insurance card, front.' */
const fixedText = (
  { answers, files: sent }: NonNullable<Evidence['fixed']>,
  files: Evidence['files'],
): string => {
  const added = files.filter(({ id }) => sent.includes(id))
  const parts = [
    answers.length > 0 && `Changed: ${fieldsInWords(answers)}.`,
    added.length > 0 && `New: ${formatList(added.map(nameInSentence))}.`,
  ].filter((part) => part !== false)
  return parts.length > 0 ? parts.join(' ') : 'No answer changed, and no document was added.'
}

const nameInSentence = ({ kind, name }: Evidence['files'][number]): string =>
  kind === 'other' ? name : withinSentence(fileKindLabels[kind])

/** What the student wrote when they appealed, and what came with it. */
const Appeal = ({ appeal }: { appeal: FormAppeal | ReviewedAppeal }) => (
  <Part title="Appeal">
    <p className="wrap-anywhere whitespace-pre-line">{appeal.comment}</p>
    <p className="text-label text-ink-2">
      {[
        `For ${formatList(appeal.coverage_types.map((one) => withinSentence(coverageLabels[one])))}`,
        formatInstant(appeal.created_at),
        `Decide by ${formatDay(appeal.due_on)}`,
      ].join(' · ')}
    </p>
    {'files' in appeal && appeal.files.length > 0 && (
      <p className="mt-1 text-ink-2">
        Sent with the appeal: {formatList(appeal.files.map(({ name }) => name))}
      </p>
    )}
  </Part>
)

/** Which published setup the form was filled in with, and how it found its student. */
const FormFacts = ({ form }: { form: Evidence }) => {
  const facts = [
    ['Matched by', form.match_method === null ? null : matchMethodLabels[form.match_method]],
    ['Published form', form.form_number === null ? null : `Version ${form.form_number}`],
    ['Waiver rules', form.waiver_rules_number === null ? null : `Version ${form.waiver_rules_number}`],
  ] as const
  const known = facts.filter(([, value]) => value !== null)
  return (
    known.length > 0 && (
      <Part title="Form details">
        <Facts facts={known} />
      </Part>
    )
  )
}
