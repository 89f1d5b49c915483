import type { FieldValues } from 'react-hook-form'
import { DateInput } from '../date-input.tsx'
import type { DateKind } from '../date-text.ts'
import { Field } from '../field.tsx'
import { asText, useFormField, type FormFieldProps } from './use-form-field.ts'

/** A date of a form: `YYYY-MM-DD` or ''. Text that is no date stays and fails the contract's schema. */
export const DateField = <V extends FieldValues>(props: FormFieldProps<V> & { kind?: DateKind }) => {
  const { error, value, onChange, onBlur, ref } = useFormField(props)
  const { label, hint, required = false, className = '', kind = 'other', disabled = false } = props
  return (
    <Field {...{ label, hint, error, required, className }}>
      <DateInput {...{ onChange, onBlur, kind, disabled }} ref={ref} value={asText(value)} />
    </Field>
  )
}
