import type { FieldValues } from 'react-hook-form'
import { Field } from '../field.tsx'
import { SuggestInput } from '../suggest-input.tsx'
import { asText, useFormField, type FormFieldProps } from './use-form-field.ts'

export interface SuggestFieldProps<V extends FieldValues> extends FormFieldProps<V> {
  suggestions: readonly string[]
  /** Digits are kept as a number. */
  isNumber?: boolean
}

/** A line of text of a form with suggestions; anything else may be typed. */
export const SuggestField = <V extends FieldValues>(props: SuggestFieldProps<V>) => {
  const { error, value, ref, onChange, ...field } = useFormField(props)
  const { label, hint, required = false, className = '', suggestions, isNumber = false, disabled } = props
  const read = (text: string) => {
    if (!isNumber) return onChange(text)
    const digits = text.trim()
    onChange(/^\d+$/.test(digits) ? Number(digits) : digits === '' ? null : digits)
  }
  return (
    <Field {...{ label, hint, error, required, className }}>
      <SuggestInput
        {...field}
        {...{ suggestions, disabled }}
        ref={ref}
        inputMode={isNumber ? 'numeric' : 'text'}
        value={asText(value)}
        onChange={read}
      />
    </Field>
  )
}
