import { Checkbox } from '../controls/checkbox.tsx'
import { Field, FieldError } from '../controls/field.tsx'
import { RadioGroup, type RadioOption } from '../controls/radio-group.tsx'
import { Select } from '../controls/select.tsx'
import { useFormField, type FormFieldProps } from './use-form-field.ts'

/** A yes or no of a form. */
export const CheckboxField = (props: FormFieldProps) => {
  const { value, onChange, onBlur, name, ref, disabled, frame } = useFormField(props)
  const { label, hint, error, className } = frame
  return (
    <div className={className}>
      <Checkbox
        {...{ ref, label, hint, name, disabled, onBlur }}
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
      />
      {error && <FieldError>{error}</FieldError>}
    </div>
  )
}

export interface RadioFieldProps extends FormFieldProps {
  options: readonly RadioOption<string>[]
}

/** One of a few in sight, of a form. */
export const RadioField = ({ options, ...props }: RadioFieldProps) => {
  const { value, onChange, frame } = useFormField(props)
  const { label, error, className } = frame
  const present = options.find((option) => option.value === value)?.value ?? null
  return <RadioGroup {...{ label, className, options, error, onChange }} value={present} />
}

const yesNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
] as const

/** Yes, no, or no value, of a form. */
export const YesNoField = (props: FormFieldProps) => {
  const { value, onChange, onBlur, ref, disabled, frame } = useFormField(props)
  const present = value === true ? 'yes' : value === false ? 'no' : null
  return (
    <Field {...frame}>
      <Select
        {...{ ref, onBlur, disabled }}
        options={yesNo}
        value={present}
        onChange={(next) => onChange(next === null ? null : next === 'yes')}
        {...(frame.required ? {} : { emptyLabel: 'No value' })}
      />
    </Field>
  )
}
