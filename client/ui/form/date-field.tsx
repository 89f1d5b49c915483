import { DateInput } from '../controls/date-input.tsx'
import type { DateKind } from '../controls/date-text.ts'
import { Field } from '../controls/field.tsx'
import { asText, useFormField, type FormFieldProps } from './use-form-field.ts'

export interface DateFieldProps extends FormFieldProps {
  kind?: DateKind
}

/** A date of a form: `YYYY-MM-DD` or ''. Text that is no date stays and fails the contract's schema. */
export const DateField = ({ kind = 'other', ...props }: DateFieldProps) => {
  const { value, onChange, onBlur, ref, disabled, frame } = useFormField(props)
  return (
    <Field {...frame}>
      <DateInput {...{ ref, onChange, onBlur, kind, disabled }} value={asText(value)} />
    </Field>
  )
}
