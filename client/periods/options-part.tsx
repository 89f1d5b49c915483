import type { ComponentType, ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { FailedState } from '#client/common/failed-state.tsx'
import { usePointedField } from '#client/common/set-up/use-pointed-field.ts'
import { Readable } from '#client/common/unreadable.tsx'
import { ApiError } from '#client/lib/api-error.ts'
import { Form } from '#client/ui/form/form.tsx'
import type { RecordForm } from '#client/ui/form/use-record-form.ts'
import type { Join } from './save-together.ts'

interface OptionsPartProps<V extends FieldValues> {
  edit: { readonly form: RecordForm<V> }
  /** Enter in a field saves the whole screen. */
  onSave: RecordForm<V>['submit']
  children: ReactNode
}

/** One of the documents of a screen that is saved as a whole. */
export const OptionsPart = <V extends FieldValues>({ edit, onSave, children }: OptionsPartProps<V>) => (
  <Form form={{ ...edit.form, submit: onSave }} pointed={usePointedField()}>
    {children}
  </Form>
)

interface EditedPartProps<R, E> {
  period: number
  title: string
  /** What is kept of it, or that this cannot be read. */
  read: R | ApiError
  /** Edits the record, and shows what comes of it. */
  Edit: ComponentType<{ period: number; record: R; join: Join; show: (edit: E) => ReactNode }>
  /** Where what is edited is handed in, to be saved with the others. */
  join: Join
  onRetry: () => void
  /** Given the edit, or what stands in its place. */
  children: (edit: E | null, instead: ReactNode) => ReactNode
}

/** One of several documents of a screen: where it cannot be read, the others are edited all the same. */
export const EditedPart = <R, E>(props: EditedPartProps<R, E>) => {
  const { period, title, read, Edit, join, onRetry, children } = props
  if (read instanceof ApiError)
    return children(
      null,
      <FailedState
        compact
        error={read}
        what={title}
        who="Only Shipmate Admins set up a policy year."
        onRetry={onRetry}
      />,
    )
  return (
    <Readable compact renderInstead={(state) => children(null, state)}>
      <Edit period={period} record={read} join={join} show={(edit) => children(edit, null)} />
    </Readable>
  )
}
