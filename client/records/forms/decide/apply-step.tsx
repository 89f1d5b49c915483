import { useEffect, useRef, useState } from 'react'
import { coverageLabels, type Coverage } from '#contract/platform/coverage/choices.ts'
import { decideTogether, previewDecisions } from '#contract/review/decisions/endpoints.ts'
import { outcomeLabels } from '#contract/review/decisions/choices.ts'
import type {
  DecisionPreview,
  DependentChoice,
  NewDecisions,
  SuggestedDecision,
} from '#contract/review/decisions/outcome-shapes.ts'
import type { FormSubmissionDetail } from '#contract/review/form-submissions/review-shapes.ts'
import { CoveragePill } from '#client/platform/coverage/coverage-pill.tsx'
import { FieldChange } from '#client/platform/history/field-change.tsx'
import { fieldLabel } from '#client/platform/record/field-text.ts'
import { valueWords } from '#client/platform/record/field-value.ts'
import { usePreview } from '#client/platform/common/use-preview.ts'
import { useUndo } from '#client/platform/common/use-undo.ts'
import { call } from '#client/platform/lib/call.ts'
import { formatDay } from '#client/platform/lib/format.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { Button, type ButtonVariant } from '#client/platform/ui/controls/button.tsx'
import { Checkbox } from '#client/platform/ui/controls/checkbox.tsx'
import { useScreenKeys } from '#client/platform/ui/focus/screen-keys.ts'
import { useConfirm } from '#client/platform/ui/overlays/confirm.tsx'
import type { ConfirmOptions } from '#client/platform/ui/overlays/confirm-dialog.tsx'
import { RichText } from '#client/platform/ui/rich-text/rich-text.tsx'
import { keepClear } from '#client/platform/ui/overlays/keep-clear.ts'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { SkeletonRows } from '#client/platform/ui/states/skeleton.tsx'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { ApprovedDependents } from './approved-dependents.tsx'
import { formReads } from './form-reads.ts'
import { linesOf, missingIn, noChoice, type Choices } from './use-choices.ts'

interface ApplyStepProps {
  form: FormSubmissionDetail
  /** The coverage types that can be decided now. */
  open: readonly Coverage[]
  choices: Choices
  suggestions: readonly SuggestedDecision[]
  /** Whether another form follows this one. */
  goesOn?: boolean | undefined
  /** Whether Enter applies the decision wherever the focus is. */
  hasKeys?: boolean | undefined
  onDecided: (changeId: string | null) => void
  onBack: () => void
}

type Line = NewDecisions['lines'][number]

/** Returns what to ask once before decisions are applied; null if the rules are sure of the same. */
const doubtOf = (
  lines: readonly Line[],
  suggestions: readonly SuggestedDecision[],
): ConfirmOptions | null => {
  const judged = (line: Line) => suggestions.find(({ coverage_type }) => coverage_type === line.coverage_type)
  const isAgainst = lines.some(
    (line) => line.outcome === 'approve' && ['utp', 'decline'].includes(judged(line)?.recommendation ?? ''),
  )
  if (isAgainst)
    return {
      title: 'Approve against the recommendation?',
      message: 'The rules don’t recommend approving this form: a requirement of the school isn’t met.',
      acceptLabel: 'Approve',
    }
  const isUnsure = lines.some((line) => {
    const { recommendation, confidence } = judged(line) ?? {}
    return line.outcome === 'decline' && recommendation === 'decline' && confidence === 'low'
  })
  if (!isUnsure) return null
  return {
    title: 'Decline with low confidence?',
    message: 'No electronic check supports this recommendation. It’s based on what the student sent.',
    acceptLabel: 'Decline',
    danger: true,
  }
}

/** Loads the preview of the chosen decisions, and applies exactly that. */
const useApply = (props: ApplyStepProps, isEmailed: boolean, dependents: DependentChoice[]) => {
  const { form, open, choices, suggestions, hasKeys = false, onDecided } = props
  const confirm = useConfirm()
  const lines = linesOf(choices, open)
  const isMissing = lines.some(({ coverage_type: of }) => missingIn(choices[of] ?? noChoice) !== null)
  const isReady = lines.length > 0 && !isMissing
  const body = {
    form_submission_id: form.id,
    lines,
    send_email: isEmailed,
    version: form.version,
    ...(dependents.length > 0 ? { dependents } : {}),
  }
  const offerUndo = useUndo(formReads, null)
  const { send, isSending } = useSend(decideTogether, { refreshes: formReads, quiet: true })
  const { preview, error, apply } = usePreview<DecisionPreview>({
    key: isReady ? JSON.stringify(body) : null,
    read: (signal) => call(previewDecisions, { body }, { signal }),
    readIn: () => null,
  })
  const save = async () => {
    const doubt = doubtOf(lines, suggestions)
    if (doubt && !(await confirm(doubt))) return
    const done = await apply(() => send({ body }))
    if (!done) return
    const title = `Decision saved for ${form.name ?? 'the form'}`
    // one after another would cover what the next form’s rules say
    offerUndo({ changeId: done.changeId, title, group: 'decision' })
    onDecided(done.changeId)
  }
  const isClear = preview?.dependents.every(({ is_clear }) => is_clear) ?? false
  const applies = hasKeys && isClear && !isSending
  useScreenKeys('Review', [
    { keys: ['Enter'], label: 'Apply the decision', act: applies ? () => void save() : undefined },
  ])
  return { lines, isReady, isMissing, preview, isClear, error, isSending, save }
}

/** Returns the ref of a part that scrolls into sight once it’s whole: on a narrow screen it’s below the evidence. */
const useInSight = (isWhole: boolean) => {
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isWhole) part.current?.scrollIntoView({ block: 'nearest' })
  }, [isWhole])
  return part
}

/** Renders what the decisions change and send, and applies exactly that. */
export const ApplyStep = (props: ApplyStepProps) => {
  const [isEmailed, setEmailed] = useState(true)
  const [dependents, setDependents] = useState<DependentChoice[]>([])
  const { lines, isReady, isMissing, preview, isClear, error, isSending, save } = useApply(
    props,
    isEmailed,
    dependents,
  )
  const { form, open, onBack } = props
  const part = useInSight(preview !== null)
  if (open.length === 0)
    return (
      <p className="text-ink-2">
        {form.decision === 'decided' ? 'This form is decided.' : 'This form can’t be decided now.'}
      </p>
    )
  if (!isReady) return <NotReady isMissing={isMissing} onBack={onBack} />
  return (
    <div ref={part} className="flex scroll-mt-24 flex-col gap-4">
      {error && <Banner tone="danger">{error.message}</Banner>}
      {preview && <Preview preview={preview} choices={dependents} onChoose={setDependents} />}
      {!preview && !error && <SkeletonRows rows={4} label="Loading the preview" />}
      <Checkbox
        label="Email the student"
        checked={isEmailed}
        onChange={({ target }) => setEmailed(target.checked)}
      />
      <div
        ref={props.hasKeys ? keepClear : undefined}
        className={cx(
          'flex flex-wrap items-center gap-2 border-t border-line pt-4',
          props.hasKeys && inReach,
        )}
      >
        <Button
          variant={applyVariant(lines)}
          busy={isSending}
          disabled={!isClear}
          onClick={() => void save()}
        >
          <ApplyLabel {...props} />
        </Button>
        <Button onClick={onBack}>Back</Button>
      </div>
    </div>
  )
}

/** Sticks to the bottom; on a wide screen that’s below the padding of the panel that scrolls. */
const inReach = 'sticky bottom-0 z-10 -mx-4 -mb-message-room bg-sheet px-4 pt-3 pb-3 lg:-bottom-message-room'

/** Green is for approvals only. */
const applyVariant = (lines: readonly Line[]): ButtonVariant => {
  if (lines.some(({ outcome }) => outcome === 'decline')) return 'danger'
  return lines.every(({ outcome }) => outcome === 'approve') ? 'primary' : 'secondary'
}

const ApplyLabel = ({ goesOn = false, hasKeys = false }: Pick<ApplyStepProps, 'goesOn' | 'hasKeys'>) => (
  <>
    {goesOn ? 'Apply and next' : 'Apply decision'}
    {hasKeys && (
      <span aria-hidden className="coarse:hidden">
        {' '}
        ↵
      </span>
    )}
  </>
)

const NotReady = ({ isMissing, onBack }: { isMissing: boolean; onBack: () => void }) => (
  <div className="flex flex-col items-start gap-3">
    <p className="text-ink-2">
      {isMissing ? 'A decision needs a reason.' : 'Choose a decision for at least one coverage type.'}
    </p>
    <Button onClick={onBack}>Back to the decision</Button>
  </div>
)

const notSentTexts = {
  no_address: 'Not sent: the student has no email address.',
  turned_off: 'Not sent: the school turned this email off.',
  not_wanted: 'Not sent.',
} as const

interface PreviewProps {
  preview: DecisionPreview
  choices: readonly DependentChoice[]
  onChoose: (choices: DependentChoice[]) => void
}

const Preview = ({ preview: { lines, dependents, emails }, choices, onChoose }: PreviewProps) => (
  <>
    {lines.map((line) => (
      <PreviewedLine key={line.coverage_type} line={line} />
    ))}
    <ApprovedDependents {...{ dependents, choices, onChoose }} />
    {emails.map((email) => (
      <PreviewedEmail key={email.subject} email={email} />
    ))}
  </>
)

const PreviewedLine = ({ line }: { line: DecisionPreview['lines'][number] }) => {
  const { coverage_type: coverage, outcome, from_status: from, to_status: to, respond_by: respondBy } = line
  const changes = line.changes.filter(({ field }) => !field.endsWith('_status'))
  return (
    <section aria-label={coverageLabels[coverage]} className="rounded-card p-3 shadow-line">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="font-semibold">{coverageLabels[coverage]}</h2>
        <span className="text-ink-2">{outcomeLabels[outcome]}</span>
      </div>
      <p className="mt-1 flex flex-wrap items-center gap-1.5">
        <CoveragePill status={from} short />
        <span aria-hidden>→</span>
        <span className="sr-only">changes to</span>
        <CoveragePill status={to} short />
      </p>
      {respondBy !== null && (
        <p className="mt-1 text-ink-2">The student has until {formatDay(respondBy)} to respond.</p>
      )}
      {changes.length > 0 && (
        <ul className="mt-2 flex flex-col gap-1">
          {changes.map((change) => (
            <li key={change.field}>
              <FieldChange change={change} />
            </li>
          ))}
        </ul>
      )}
      {line.kept.length > 0 && <Kept fields={line.kept} />}
    </section>
  )
}

/** Names what stays as staff changed it since the form arrived. */
const Kept = ({ fields }: { fields: DecisionPreview['lines'][number]['kept'] }) => (
  <div className="mt-2">
    <p className="text-label text-ink-2">
      Not changed, because staff edited the record after the form arrived:
    </p>
    <ul className="flex flex-col gap-1">
      {fields.map(({ field, recorded, submitted }) => (
        <li key={field} className="break-words">
          <span className="text-ink-2">{fieldLabel(field)}</span> {valueWords(field, recorded)}
          <span className="text-ink-2"> (form: {valueWords(field, submitted)})</span>
        </li>
      ))}
    </ul>
  </div>
)

const PreviewedEmail = ({ email }: { email: DecisionPreview['emails'][number] }) => (
  <section aria-label={`Email: ${email.subject}`} className="rounded-card p-3 shadow-line">
    {email.not_sent === null ? (
      <>
        <p className="text-label text-ink-2">
          Email to {email.to}
          {email.delay_minutes > 0 && `, sent in ${email.delay_minutes} minutes`}
        </p>
        <h2 className="mt-1 font-semibold">{email.subject}</h2>
        <RichText html={email.html} className="mt-1" />
      </>
    ) : (
      <p className="text-ink-2">
        <span className="font-medium text-ink">{email.subject}</span>
        <br />
        {notSentTexts[email.not_sent]}
      </p>
    )}
  </section>
)
