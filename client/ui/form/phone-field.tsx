import { toE164 } from '#contract/fields.ts'
import { formatPhone } from '../../lib/format.ts'
import { Field } from '../controls/field.tsx'
import { TextInput } from '../controls/text-input.tsx'
import { asText, useFormField, type FormFieldProps } from './use-form-field.ts'

/** A phone number as staff write it: '8045550123' becomes '(804) 555-0123'; what is none stays as it was typed. */
export const showPhone = (typed: string): string => {
  const number = toE164(typed.trim())
  return number === null ? typed : formatPhone(number)
}

/** A phone number of a form: typed in any usual shape, shown in one when the field is left. */
export const PhoneField = (props: FormFieldProps) => {
  const { value, onChange, onBlur, frame, ...field } = useFormField(props)
  return (
    <Field {...frame}>
      <TextInput
        {...field}
        type="tel"
        autoComplete="off"
        value={asText(value)}
        onChange={onChange}
        onBlur={() => {
          onChange(showPhone(asText(value)))
          onBlur()
        }}
        className="tabular"
      />
    </Field>
  )
}
