import { useEffect } from 'react'
import { useController, type FieldPath, type FieldValues } from 'react-hook-form'
import type { RecordForm } from './use-record-form.ts'

/** What every field of a form takes. */
export interface FormFieldProps<V extends FieldValues> {
  form: RecordForm<V>
  name: FieldPath<V>
  label: string
  hint?: string
  required?: boolean
  disabled?: boolean
  className?: string
}

/** Binds a control to a form's value and tells the form its label, for the summary and for server errors. */
export const useFormField = <V extends FieldValues>({ form, name, label }: FormFieldProps<V>) => {
  const { field, fieldState } = useController({ control: form.methods.control, name })
  const { labels } = form
  useEffect(() => {
    labels.set(name, label)
    return () => {
      labels.delete(name)
    }
  }, [labels, name, label])
  const value: unknown = field.value
  return { ...field, value, error: fieldState.error?.message }
}

/** A text control's value, whatever the record holds. */
export const asText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
