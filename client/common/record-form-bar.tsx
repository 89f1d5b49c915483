import type { ReactNode } from 'react'
import { Button } from '#client/ui/controls/button.tsx'
import { SubmitButton } from '#client/ui/form/form.tsx'
import { keepFocus } from '#client/ui/keep-focus.ts'
import type { RecordEdit } from './use-record-edit.ts'

interface RecordFormBarProps {
  edit: RecordEdit
  formId: string
  title: ReactNode
  /** Back to reading; absent where the screen is the form. */
  onClose?: () => void
}

/** What is edited, whether it is saved, and the way to save it; stays in sight while the form scrolls. */
export const RecordFormBar = ({ edit, formId, title, onClose }: RecordFormBarProps) => {
  const { form, isDirty } = edit
  return (
    <div
      ref={keepFocus}
      className="sticky top-(--record-head) z-10 mb-4 flex min-h-12 items-center gap-2 border-b border-line bg-sheet py-2"
    >
      <h2 className="mr-auto text-section font-semibold">{title}</h2>
      <span aria-live="polite" className="text-label text-ink-3">
        {isDirty ? 'Not saved yet' : ''}
      </span>
      {isDirty && <Button onClick={form.draft.discard}>Discard</Button>}
      {!isDirty && onClose && <Button onClick={onClose}>Close</Button>}
      <SubmitButton form={form} formId={formId} disabled={!isDirty}>
        Save
      </SubmitButton>
    </div>
  )
}
