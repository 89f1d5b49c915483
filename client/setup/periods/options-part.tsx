import type { ReactNode } from 'react'
import type { Content, Shape } from '#contract/platform/document.ts'
import type { PeriodDocument } from '#contract/setup/period-documents/document.ts'
import type { DocumentEdit } from '#client/setup/period-documents/use-document-edit.ts'
import { usePartOfOptions, type PartEdited } from './use-options-edit.ts'
import { FailedState } from '#client/platform/ui/states/failed-state.tsx'
import { usePointedField } from '#client/setup/period-documents/use-pointed-field.ts'
import { Readable } from '#client/platform/edit/unreadable.tsx'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { Form } from '#client/platform/ui/form/form.tsx'
import type { RecordForm } from '#client/platform/ui/form/use-record-form.ts'
import type { Join } from './save-together.ts'

interface OptionsPartProps<S extends Shape> {
  document: PeriodDocument<string, S>
  /** Null if the document can't be read. */
  edit: DocumentEdit<S> | null
  /** Shown instead of a document that can't be read, on the pages where it would be. */
  instead: ReactNode
  isShown: boolean
  /** Enter in a field saves the whole screen. */
  onSave: RecordForm<Content<S>>['submit']
  children: ReactNode
}

/** One of the documents of a screen that is saved as a whole. */
export const OptionsPart = <S extends Shape>(props: OptionsPartProps<S>) => {
  const pointed = usePointedField()
  const { document, edit, instead, isShown, onSave, children } = props
  if (!edit) return isShown ? instead : null
  // a restored draft is named on the pages of its document only; the header says everywhere that something isn’t saved
  const draft = isShown ? edit.form.draft : { ...edit.form.draft, restored: null }
  return (
    <Form form={{ ...edit.form, draft, submit: onSave }} names={document.labels} pointed={pointed}>
      {children}
    </Form>
  )
}

interface EditedPartProps<S extends Shape> {
  document: PeriodDocument<string, S>
  period: number
  /** The saved document, or null if it can't be read. */
  read: object | ApiError
  /** Registers the edit, to be saved with the others. */
  join: Join
  onRetry: () => void
  /** Renders the form, or the message instead of it. */
  children: (edit: PartEdited<S> | null, instead: ReactNode) => ReactNode
}

/** Renders one of several documents of a screen; if it can't be read, the others can still be edited. */
export const EditedPart = <S extends Shape>({ read, onRetry, ...part }: EditedPartProps<S>) => {
  if (read instanceof ApiError)
    return part.children(
      null,
      <FailedState
        compact
        error={read}
        what={part.document.label}
        who="Only Shipmate Admins can set up a policy year."
        onRetry={onRetry}
      />,
    )
  return (
    <Readable compact renderInstead={(state) => part.children(null, state)}>
      <Edit {...part} data={read} />
    </Readable>
  )
}

const Edit = <S extends Shape>(part: Omit<EditedPartProps<S>, 'read' | 'onRetry'> & { data: object }) =>
  part.children(usePartOfOptions(part), null)
