import { Field } from '../controls/field.tsx'
import { SuggestInput } from '../controls/suggest-input.tsx'
import { asText, useFormField, type FormFieldProps } from './use-form-field.ts'

export interface SuggestFieldProps extends FormFieldProps {
  suggestions: readonly string[]
  /** Digits are kept as a number. */
  isNumber?: boolean
}

/** A line of text of a form with suggestions; anything else may be typed. */
export const SuggestField = ({ suggestions, isNumber = false, ...props }: SuggestFieldProps) => {
  const { value, onChange, frame, ...field } = useFormField(props)
  const read = (text: string) => {
    if (!isNumber) return onChange(text)
    const digits = text.trim()
    onChange(/^\d+$/.test(digits) ? Number(digits) : digits === '' ? null : digits)
  }
  return (
    <Field {...frame}>
      <SuggestInput
        {...field}
        suggestions={suggestions}
        inputMode={isNumber ? 'numeric' : 'text'}
        value={asText(value)}
        onChange={read}
      />
    </Field>
  )
}
