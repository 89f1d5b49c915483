import { useDeferredValue } from 'react'
import { useWatch, type FieldValues } from 'react-hook-form'
import type { RecordForm } from '#client/ui/form/use-record-form.ts'

/** What stands in a form now, saved or not: for a preview, which comes after the form and may lag behind the typing. */
export const useLiveValues = <V extends FieldValues>(form: RecordForm<V>): V | null => {
  useWatch({ control: form.methods.control })
  return useDeferredValue<V | null>(form.methods.getValues(), null)
}
