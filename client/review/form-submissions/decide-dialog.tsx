import { useState } from 'react'
import { decideInBulk } from '#contract/review/decisions/endpoints.ts'
import { decisionSkips, type Outcome } from '#contract/review/decisions/choices.ts'
import { bulkDecisionResult } from '#contract/review/decisions/outcome-shapes.ts'
import { reasonsFor } from '#contract/review/decisions/reasons.ts'
import type { ClientReply } from '#contract/platform/endpoint.ts'
import { formReads } from '#client/records/forms/decide/form-reads.ts'
import { ReasonFields } from '#client/records/forms/decide/reason-fields.tsx'
import { missingIn, noChoice } from '#client/records/forms/decide/use-choices.ts'
import { usePreview } from '#client/platform/common/use-preview.ts'
import { formatCount, formatNumber } from '#client/platform/lib/format.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Checkbox } from '#client/platform/ui/controls/checkbox.tsx'
import { RadioGroup } from '#client/platform/ui/controls/radio-group.tsx'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { Dialog } from '#client/platform/ui/overlays/dialog.tsx'
import { Truncate } from '#client/platform/ui/overlays/truncate.tsx'
import { RichText } from '#client/platform/ui/rich-text/rich-text.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { SkeletonRows } from '#client/platform/ui/states/skeleton.tsx'
import { Disclosure } from '#client/platform/ui/text/disclosure.tsx'

type Result = ClientReply<typeof decideInBulk>

/** How many forms were decided, and the change to undo. */
export interface Decided {
  readonly changed: number
  readonly changeId: string | null
}

export interface DecideDialogProps {
  /** The selected forms. */
  ids: readonly number[]
  outcome: Outcome
  handle: DialogHandle<Decided>
}

interface Texts {
  /** The title, for the selected forms: ‘12 forms’. */
  readonly title: (forms: string) => string
  /** The button, for the forms that change. */
  readonly button: (forms: string) => string
  readonly description: string
  readonly done: string
  readonly none: string
}

const texts: Readonly<Record<Outcome, Texts>> = {
  approve: {
    title: (forms) => `Approve ${forms}`,
    button: (forms) => `Approve ${forms}`,
    description: 'Approves all open coverage of forms that the rules recommend approving. You can undo this.',
    done: 'will be approved',
    none: 'No form can be approved.',
  },
  utp: {
    title: (forms) => `Mark ${forms} unable to process`,
    button: (forms) => `Mark ${forms}`,
    description:
      'Marks all open coverage of forms that the rules recommend marking unable to process. You can undo this.',
    done: 'will be marked unable to process',
    none: 'No form can be marked unable to process.',
  },
  decline: {
    title: (forms) => `Decline ${forms}`,
    button: (forms) => `Decline ${forms}`,
    description:
      'Declines all open coverage of waivers that the rules recommend declining. You can undo this.',
    done: 'will be declined',
    none: 'No form can be declined.',
  },
}

const resultIn = (data: unknown): Result | null => bulkDecisionResult.safeParse(data).data ?? null

/** Milliseconds without typing before the preview loads. */
const typingPause = 300

/** Keeps the reasons and whether students get an email, previews the decision, and makes exactly that one. */
const useBulkDecision = ({ ids, outcome, handle }: DecideDialogProps) => {
  const [isRecommended, setRecommended] = useState(true)
  const [reasons, setReasons] = useState<Pick<typeof noChoice, 'reason_codes' | 'note'>>(noChoice)
  const [isEmailed, setEmailed] = useState(true)
  const dry = useSend(decideInBulk, { quiet: true })
  const real = useSend(decideInBulk, { quiet: true, refreshes: formReads })
  const given = isRecommended
    ? { uses_recommended_reasons: true }
    : { reason_codes: reasons.reason_codes, note: reasons.note.trim() === '' ? null : reasons.note.trim() }
  const missing = outcome === 'approve' || isRecommended ? null : missingIn({ ...reasons, outcome })
  const body = {
    ids: [...ids],
    outcome,
    ...(outcome === 'approve' ? {} : given),
    ...(isEmailed ? {} : { send_email: false }),
  }
  const { preview, error, apply } = usePreview<Result>({
    key: missing === null ? JSON.stringify(body) : null,
    read: async (signal) => (await dry.send({ body: { ...body, dry_run: true } }, { signal })).reply,
    readIn: resultIn,
    wait: isRecommended ? 0 : typingPause,
  })
  const submit = async () => {
    const done = await apply(({ matched, changed, emails, reasons, skipped: left }) => {
      const skipped = left.map(({ id, reason }) => ({ id, reason }))
      return real.send({ body: { ...body, expected: { matched, changed, emails, reasons, skipped } } })
    })
    if (done) handle.close({ changed: done.reply.changed, changeId: done.changeId })
  }
  return {
    isRecommended,
    setRecommended,
    reasons,
    setReasons,
    isEmailed,
    setEmailed,
    missing,
    preview,
    error,
    submit,
    isSending: real.isSending,
  }
}

/**
 * Renders the dialog that decides several forms alike: the reasons, how many forms change, what students read, and which
 * forms are left out and why.
 */
export const DecideDialog = (props: DecideDialogProps) => {
  const { ids, outcome, handle } = props
  const decision = useBulkDecision(props)
  const changed = decision.preview?.changed ?? 0
  const { title, button, description } = texts[outcome]
  return (
    <Dialog
      {...handle.dialog}
      size="md"
      title={title(formatCount(ids.length, 'form'))}
      description={description}
      footer={
        <>
          <Button onClick={handle.dialog.onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={decision.isSending}
            disabled={changed === 0}
            onClick={() => void decision.submit()}
          >
            {button(changed === 0 ? 'forms' : formatCount(changed, 'form'))}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Options outcome={outcome} decision={decision} />
        <Found outcome={outcome} decision={decision} />
      </div>
    </Dialog>
  )
}

interface PartProps {
  outcome: Outcome
  decision: ReturnType<typeof useBulkDecision>
}

/** Renders what staff choose: the reasons, and whether students get an email. */
const Options = ({ outcome, decision }: PartProps) => (
  <>
    {outcome !== 'approve' && (
      <ReasonSource isRecommended={decision.isRecommended} onChange={decision.setRecommended} />
    )}
    {outcome !== 'approve' && !decision.isRecommended && (
      <ReasonFields outcome={outcome} value={decision.reasons} onChange={decision.setReasons} />
    )}
    <Checkbox
      label="Email the students"
      checked={decision.isEmailed}
      onChange={({ target }) => decision.setEmailed(target.checked)}
    />
  </>
)

/** Renders the preview, or why there’s none. */
const Found = ({ outcome, decision: { preview, error, missing, isRecommended } }: PartProps) => (
  <div className="flex flex-col gap-4 border-t border-line pt-4">
    {error && <Banner tone="danger">{error.message}</Banner>}
    {missing !== null && <p className="text-label text-warning-text">{missing}</p>}
    {!preview && !error && missing === null && <SkeletonRows rows={3} label="Counting" />}
    {preview && <Preview result={preview} outcome={outcome} showsReasons={isRecommended} />}
  </div>
)

interface ReasonSourceProps {
  isRecommended: boolean
  onChange: (isRecommended: boolean) => void
}

const ReasonSource = ({ isRecommended, onChange }: ReasonSourceProps) => (
  <RadioGroup
    label="Reasons for each form"
    value={isRecommended ? 'recommended' : 'same'}
    onChange={(value) => onChange(value === 'recommended')}
    options={[
      {
        value: 'recommended',
        label: 'As the rules recommend',
        hint: 'Each student sees their own reasons.',
      },
      { value: 'same', label: 'The same for all forms' },
    ]}
  />
)

interface PreviewProps {
  result: Result
  outcome: Outcome
  /** Whether to list the reasons, which no one chose by hand. */
  showsReasons: boolean
}

const Preview = ({ result, outcome, showsReasons }: PreviewProps) => {
  const { changed, emails, reasons, example } = result
  return (
    <>
      <p aria-live="polite" className="font-medium">
        {changed === 0
          ? texts[outcome].none
          : `${formatCount(changed, 'form')} ${texts[outcome].done}, with ${formatCount(emails, 'email')} to students.`}
      </p>
      {showsReasons && reasons.length > 0 && <ReasonCounts outcome={outcome} reasons={reasons} />}
      {example && <ExampleEmail example={example} />}
      <LeftOut result={result} />
    </>
  )
}

/** Recommended “Other” reasons have the message of their rule as the note. */
const reasonLabel = (outcome: Outcome, code: string): string =>
  code === 'other' ? 'Other (shows the rule’s message)' : (reasonsFor[outcome][code]?.label ?? code)

const ReasonCounts = ({ outcome, reasons }: { outcome: Outcome; reasons: Result['reasons'] }) => (
  <div>
    <h3 className="mb-1 text-label font-medium text-ink-2">Reasons</h3>
    <ul className="divide-y divide-line rounded-card shadow-line">
      {reasons.map(({ code, quantity }) => (
        <li key={code} className="flex items-baseline gap-3 px-3 py-1.5">
          <span className="min-w-0 flex-1">{reasonLabel(outcome, code)}</span>
          <span className="tabular text-label whitespace-nowrap text-ink-2">
            {formatCount(quantity, 'form')}
          </span>
        </li>
      ))}
    </ul>
  </div>
)

const ExampleEmail = ({ example }: { example: NonNullable<Result['example']> }) => (
  <Disclosure className="-mx-2" summary={`Example: email to ${example.name}`}>
    <div className="mx-2 mt-1 rounded-card p-3 shadow-line">
      {example.to !== null && <p className="text-label text-ink-2">Email to {example.to}</p>}
      <p className="mt-1 font-semibold">{example.subject}</p>
      <RichText html={example.html} className="mt-1" />
    </div>
  </Disclosure>
)

const LeftOut = ({ result: { skipped, skipped_total: left } }: { result: Result }) =>
  left > 0 && (
    <div>
      <h3 className="mb-1 text-label font-medium text-ink-2">Left out: {formatNumber(left)}</h3>
      <ul className="max-h-56 divide-y divide-line overflow-y-auto rounded-card shadow-line">
        {skipped.map(({ id, name, reason }) => (
          <li key={id} className="flex items-baseline gap-3 px-3 py-1.5">
            <Truncate className="min-w-0 flex-1">{name}</Truncate>
            <span className="text-label text-ink-2">{decisionSkips[reason]}</span>
          </li>
        ))}
      </ul>
    </div>
  )
