import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { emailText, emailTextLimit } from '#contract/mail/email-templates/shapes.ts'
import { writeToSender } from '#contract/review/form-submissions/endpoints.ts'
import type { FormSubmissionDetail } from '#contract/review/form-submissions/review-shapes.ts'
import {
  emailToSender,
  senderMergeFields,
  writtenToSender,
  type WrittenToSender,
} from '#contract/review/form-submissions/sender-email.ts'
import { EmailFrame } from '#client/mail/compose/email-frame.tsx'
import { usePreview } from '#client/platform/common/use-preview.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { FormDialog } from '#client/platform/ui/form/form-dialog.tsx'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { useRecordForm } from '#client/platform/ui/form/use-record-form.ts'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { formReads } from '#client/records/forms/decide/form-reads.ts'

interface Letter {
  to: string
  subject: string
  body: string
}

const f = fieldsOf<Letter>()
const letter = z.omit(emailToSender, { dry_run: true })

interface WriteToSenderProps {
  form: Pick<FormSubmissionDetail, 'id' | 'confirmation_number' | 'sender'>
  handle: DialogHandle
}

/** Renders the dialog that writes to the sender of an unmatched form: the text, and how the email looks. */
export const WriteToSender = ({ form, handle }: WriteToSenderProps) => {
  const { edit, values } = useLetter(form, handle)
  const { preview, error, isWritten } = useLetterPreview(form.id, values)
  const addresses = form.sender?.emails ?? []
  return (
    <FormDialog
      {...handle.dialog}
      title="Write to the sender"
      description="The email goes to an address from the form, not to a student on the roster. Nothing is sent until you confirm."
      size="lg"
      form={edit}
      submitLabel="Send email"
      disabled={preview === null}
    >
      <f.Select
        name="to"
        label="To"
        required
        options={addresses.map((address) => ({ value: address, label: address }))}
      />
      <f.Text name="subject" label="Subject" required autoComplete="off" />
      <f.RichText
        name="body"
        label="Text"
        required
        limit={emailTextLimit}
        mergeFields={senderMergeFields}
        isWanted
      />
      {isWritten ? (
        <Preview {...{ preview, error }} />
      ) : (
        <p className="text-ink-3">Enter a text to see the preview.</p>
      )}
    </FormDialog>
  )
}

/** Keeps the letter, with a draft, and sends it. */
const useLetter = (form: WriteToSenderProps['form'], handle: DialogHandle) => {
  const toast = useToast()
  const { send } = useSend(writeToSender, { refreshes: formReads, quiet: true })
  const defaults = {
    to: form.sender?.emails[0] ?? '',
    subject: `Your form${form.confirmation_number === null ? '' : ` ${form.confirmation_number}`}`,
    body: '',
  }
  const edit = useRecordForm<Letter, typeof letter>({
    schema: letter,
    defaults,
    literal: ['body'],
    draft: { form: `write-to-sender:${form.id}`, except: ['to'] },
    onSubmit: async (body) => {
      await send({ params: { id: form.id }, body })
      toast.show({ tone: 'success', title: `Email to ${body.to} queued` })
      handle.close()
      return undefined
    },
  })
  const values = { ...defaults, ...useWatch({ control: edit.methods.control }) }
  return { edit, values }
}

const Preview = ({ preview, error }: Pick<ReturnType<typeof useLetterPreview>, 'preview' | 'error'>) =>
  error ? (
    <Banner tone="danger">{Object.values(error.fieldErrors)[0] ?? error.message}</Banner>
  ) : (
    <section aria-label="Preview" className="flex flex-col gap-2 rounded-card p-3 shadow-line">
      {preview === null ? (
        <p className="text-ink-3">Loading the preview…</p>
      ) : (
        <>
          <p className="font-medium wrap-anywhere">{preview.subject}</p>
          <EmailFrame html={preview.html} title={`Email to ${preview.to}`} />
        </>
      )}
    </section>
  )

/** Shows the email as it’s sent, while it’s written. */
const useLetterPreview = (id: number, { to, subject, body }: Letter) => {
  const dry = useSend(writeToSender, { quiet: true })
  const asked = z.safeParse(z.object({ subject: emailText.shape.subject, body: emailText.shape.html }), {
    subject: subject.trim(),
    body,
  })
  const found = usePreview<WrittenToSender>({
    key: asked.success ? JSON.stringify([to, asked.data]) : null,
    read: async (signal) => {
      if (!asked.success) return null
      const sent = { params: { id }, body: { to, ...asked.data, dry_run: true } }
      return (await dry.send(sent, { signal })).reply
    },
    readIn: (data) => writtenToSender.safeParse(data).data ?? null,
    wait: 400,
  })
  return { ...found, isWritten: asked.success && body !== '' }
}
