import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { usePointedField } from '#client/common/set-up/use-pointed-field.ts'
import { Form, FormSummary } from '#client/ui/form/form.tsx'
import type { RecordForm } from '#client/ui/form/use-record-form.ts'

interface OptionsPartProps<V extends FieldValues> {
  edit: { readonly form: RecordForm<V> }
  /** Enter in a field saves the whole screen. */
  onSave: RecordForm<V>['submit']
  children: ReactNode
}

/** One of the documents of a screen that is saved as a whole. */
export const OptionsPart = <V extends FieldValues>({ edit, onSave, children }: OptionsPartProps<V>) => (
  <Form form={{ ...edit.form, submit: onSave }} pointed={usePointedField()}>
    <FormSummary form={edit.form} />
    {children}
  </Form>
)
