import { useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { emailTextLimit } from '#contract/mail/email-templates/shapes.ts'
import { listHistoryEntries } from '#contract/platform/history/endpoints.ts'
import type { Selection } from '#contract/platform/record/narrowing.ts'
import {
  composed,
  previewsAtOnce,
  type Composed,
  type EmailToCompose,
} from '#contract/review/emails/compose.ts'
import { composeEmail, listEmailBatches, listStudentEmails } from '#contract/review/emails/endpoints.ts'
import { getSchool } from '#contract/setup/schools/endpoints.ts'
import { usePreview } from '#client/platform/common/use-preview.ts'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { formatCount, formatNumber } from '#client/platform/lib/format.ts'
import { useAsk, useSend } from '#client/platform/lib/query.ts'
import { FormDialog } from '#client/platform/ui/form/form-dialog.tsx'
import { keepsDraft, useRecordForm } from '#client/platform/ui/form/use-record-form.ts'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { f, mergeFields, SubjectField, TemplateField, WhenFields } from './compose-fields.tsx'
import { ComposePreview } from './compose-preview.tsx'
import {
  blankEmail,
  composeForm,
  contentOf,
  numberIn,
  ownText,
  sendAtOf,
  typedAbove,
  type ComposeValues,
} from './compose-values.ts'

/** What was started: a batch to follow, or a job that queues it. */
export type SentEmails =
  | {
      readonly kind: 'batch'
      readonly batchId: number
      readonly count: number
      readonly sendAt: string | null
    }
  | { readonly kind: 'job'; readonly jobId: number }

export interface ComposeDialogProps {
  schoolId: number
  selected: { readonly ids?: number[]; readonly selection?: Selection }
  /** Whom the email is to: '312 students', 'Ana Lopez'. */
  to: string
  /** Where typed text is kept, without personal data. */
  draft: string
  handle: DialogHandle<SentEmails>
}
const refreshes = [listStudentEmails, listEmailBatches, listHistoryEntries] as const

/** Renders the dialog that writes an email to students: a template or a text, a preview for each, and when it’s sent. */
export const ComposeDialog = (props: ComposeDialogProps) => {
  const { schoolId, to, handle } = props
  const { data: school } = useAsk(getSchool, { params: { id: String(schoolId) } }, { staleTime: 60_000 })
  const zone = school?.time_zone ?? 'America/New_York'
  // what is sent is what was counted last
  const counted = useRef<Composed | null>(null)
  const [reloads, setReloads] = useState(0)
  const form = useComposeForm(props, zone, { counted, reload: () => setReloads((count) => count + 1) })
  const values = { ...blankEmail, ...useWatch({ control: form.methods.control }) }
  const previewed = usePreviewed(props.selected, values, reloads)
  const { shown, isCurrent } = previewed
  useEffect(() => {
    counted.current = isCurrent ? shown : null
  }, [shown, isCurrent])
  return (
    <FormDialog
      {...handle.dialog}
      title={`Email ${to}`}
      description="Each student gets their own email. Nothing is sent until you confirm."
      size="lg"
      form={form}
      submitLabel={sendLabel(previewed.count, values.when)}
      disabled={!isReady(values, previewed)}
    >
      <TemplateField schoolId={schoolId} />
      {values.template_id === ownText && <OwnText />}
      <WhenFields values={values} zone={zone} />
      <ChecksFields previewed={previewed} />
      <PreviewPart previewed={previewed} isLeavingOut={values.leave_out_empty} />
    </FormDialog>
  )
}

interface Preview {
  /** What the current preview counts; null while it loads. */
  readonly counted: { readonly current: Composed | null }
  /** Loads it again, once others changed what it counts. */
  readonly reload: () => void
}

const useComposeForm = (
  { selected, draft, handle }: ComposeDialogProps,
  zone: string,
  { counted, reload }: Preview,
) => {
  const { send } = useSend(composeEmail, { refreshes, quiet: true })
  const form = useRecordForm<ComposeValues, typeof composeForm>({
    schema: composeForm,
    defaults: blankEmail,
    literal: ['body'],
    draft: { form: `compose-email:${draft}`, except: ['confirmed'] },
    onSubmit: async () => {
      const values = form.methods.getValues()
      const content = contentOf(values)
      if (content === null || counted.current === null) return keepsDraft
      const { matched, changed, empty_total } = counted.current
      const sendAt = sendAtOf(values, zone)
      const expected = { matched, changed, empty_total }
      const { reply } = await send({
        body: { ...selected, ...content, send_at: sendAt, expected },
      }).catch((failure: unknown) => {
        if (failure instanceof ApiError && failure.kind === 'stale') reload()
        throw failure
      })
      handle.close(
        'job_id' in reply
          ? { kind: 'job', jobId: reply.job_id }
          : { kind: 'batch', batchId: reply.batch_id ?? 0, count: reply.changed, sendAt },
      )
      return undefined
    },
  })
  return form
}

/** Loads the preview of what is written, and moves between the students. */
const usePreviewed = (selected: ComposeDialogProps['selected'], values: ComposeValues, reloads: number) => {
  const content = contentOf(values)
  const [at, setAt] = useState(0)
  const from = at - (at % previewsAtOnce)
  const found = useComposePreview(
    content && { ...selected, ...content, ...(from > 0 ? { preview_from: from } : {}) },
    reloads,
  )
  const { shown, isCurrent } = found
  const count = shown?.changed ?? 0
  if (isCurrent && at > 0 && at >= count) setAt(0)
  return { ...found, isWritten: content !== null, count, at, setAt }
}
type Previewed = ReturnType<typeof usePreviewed>

const isReady = ({ confirmed }: ComposeValues, { isWritten, isCurrent, count }: Previewed): boolean =>
  isWritten && isCurrent && count > 0 && (count <= typedAbove || numberIn(confirmed) === count)

const OwnText = () => (
  <>
    <SubjectField />
    <f.RichText
      name="body"
      label="Text"
      hint="Type {{ to insert a field, for example the first name."
      required
      limit={emailTextLimit}
      mergeFields={mergeFields}
    />
  </>
)

/** Renders what to decide or confirm before sending, depending on the preview. */
const ChecksFields = ({ previewed: { shown, count } }: { previewed: Previewed }) => {
  const empty = shown?.empty_total ?? 0
  return (
    <>
      {empty > 0 && (
        <f.Checkbox
          name="leave_out_empty"
          label={`Leave out ${formatCount(empty, 'student')} with an empty field`}
          hint="Otherwise the email has a blank there."
        />
      )}
      {count > typedAbove && (
        <div className="max-w-64">
          <f.Text
            name="confirmed"
            label={`Type ${formatNumber(count)} to confirm`}
            autoComplete="off"
            inputMode="numeric"
          />
        </div>
      )}
    </>
  )
}

const PreviewPart = ({ previewed, isLeavingOut }: { previewed: Previewed; isLeavingOut: boolean }) => {
  const { isWritten, shown, isCurrent, error, at, setAt } = previewed
  if (!isWritten)
    return <p className="text-ink-3">Choose a template, or enter a subject and a text to see the preview.</p>
  if (error) return <Banner tone="danger">{firstWords(error)}</Banner>
  if (!shown) return <p className="text-ink-3">Counting…</p>
  return <ComposePreview {...{ shown, at, isLeavingOut }} isStale={!isCurrent} onAt={setAt} />
}

const sendLabel = (count: number, when: ComposeValues['when']): string => {
  if (count === 0) return 'Send'
  return when === 'now'
    ? `Send to ${formatCount(count, 'student')}`
    : `Schedule for ${formatCount(count, 'student')}`
}

/** A field’s problem says more than the whole message. */
const firstWords = ({
  fieldErrors,
  message,
}: {
  fieldErrors: Readonly<Record<string, string>>
  message: string
}) => Object.values(fieldErrors)[0] ?? message

/** Previews an email while it’s written: who gets it, what to look at, and how it reads for each student. */
const useComposePreview = (ask: EmailToCompose | null, reloads: number) => {
  const dry = useSend(composeEmail, { quiet: true })
  const { preview, error } = usePreview<Composed>({
    key: ask && JSON.stringify([ask, reloads]),
    read: async (signal) => {
      if (ask === null) return null
      const { reply } = await dry.send({ body: { ...ask, dry_run: true } }, { signal })
      return 'previews' in reply ? reply : null
    },
    readIn: (data) => composed.safeParse(data).data ?? null,
    wait: 400,
  })
  // the last one stays while the next one loads, so that nothing jumps
  const [shown, setShown] = useState<Composed | null>(null)
  if (preview !== null && preview !== shown) setShown(preview)
  const isCurrent = preview !== null
  return { shown: ask === null ? null : shown, isCurrent, error: ask === null ? null : error }
}
