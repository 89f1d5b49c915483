import { useState } from 'react'
import { coverageLabels, type Coverage } from '#contract/platform/coverage/choices.ts'
import { closeFormSubmission } from '#contract/review/form-submissions/endpoints.ts'
import type { FormSubmissionDetail } from '#contract/review/form-submissions/review-shapes.ts'
import { useUndo } from '#client/platform/common/use-undo.ts'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Checkbox } from '#client/platform/ui/controls/checkbox.tsx'
import { Field } from '#client/platform/ui/controls/field.tsx'
import { Textarea } from '#client/platform/ui/controls/textarea.tsx'
import { Disclosure } from '#client/platform/ui/text/disclosure.tsx'
import { formReads } from './form-reads.ts'

/** Sends the closing of coverage types, and offers to undo it. */
const useClose = (form: FormSubmissionDetail) => {
  const [error, setError] = useState<string | null>(null)
  const offerUndo = useUndo(formReads, null)
  const { send, isSending } = useSend(closeFormSubmission, { refreshes: formReads, quiet: true })
  const close = async (coverage_types: Coverage[], reason: string): Promise<void> => {
    setError(null)
    try {
      const body = { coverage_types, reason, version: form.version }
      const { changeId } = await send({ params: { id: form.id }, body })
      offerUndo({ changeId, title: 'Form closed' })
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure.message)
    }
  }
  return { close, isSending, error }
}

/** Lets staff close open coverage of a form without a decision, with a reason. No status changes. */
export const CloseForm = ({ form }: { form: FormSubmissionDetail }) => {
  const open = form.open_coverages
  const [left, setLeft] = useState<ReadonlySet<Coverage>>(new Set())
  const [reason, setReason] = useState('')
  const { close, isSending, error } = useClose(form)
  const chosen = open.filter((one) => !left.has(one))
  const toggle = (coverage: Coverage) => {
    const next = new Set(left)
    if (!next.delete(coverage)) next.add(coverage)
    setLeft(next)
  }
  return (
    <Disclosure summary="Close without a decision">
      <div className="flex flex-col items-start gap-3 pt-2">
        <p className="text-ink-2">
          Use this if there’s nothing to decide. No status changes, and the student gets no email.
        </p>
        {open.length > 1 &&
          open.map((coverage) => (
            <Checkbox
              key={coverage}
              label={coverageLabels[coverage]}
              checked={!left.has(coverage)}
              onChange={() => toggle(coverage)}
            />
          ))}
        <Field label="Reason" required error={error ?? undefined} className="w-full">
          <Textarea
            rows={2}
            maxLength={1000}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
        <Button
          busy={isSending}
          disabled={reason.trim() === '' || chosen.length === 0}
          onClick={() => void close(chosen, reason.trim())}
        >
          Close form
        </Button>
      </div>
    </Disclosure>
  )
}
