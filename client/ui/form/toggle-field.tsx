import type { FieldValues } from 'react-hook-form'
import { Checkbox } from '../checkbox.tsx'
import { Field, FieldError } from '../field.tsx'
import { RadioGroup, type RadioOption } from '../radio-group.tsx'
import { Select } from '../select.tsx'
import { useFormField, type FormFieldProps } from './use-form-field.ts'

/** A yes or no of a form. */
export const CheckboxField = <V extends FieldValues>(props: FormFieldProps<V>) => {
  const { error, value, onChange, onBlur, name, ref } = useFormField(props)
  const { label, hint, className = '', disabled = false } = props
  return (
    <div className={className}>
      <Checkbox
        {...{ label, hint, name, disabled, onBlur }}
        ref={ref}
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
      />
      {error && <FieldError>{error}</FieldError>}
    </div>
  )
}

export interface RadioFieldProps<F extends FieldValues, V extends string> extends FormFieldProps<F> {
  options: readonly RadioOption<V>[]
}

/** One of a few in sight, of a form. */
export const RadioField = <F extends FieldValues, V extends string>(props: RadioFieldProps<F, V>) => {
  const { error, value, onChange } = useFormField(props)
  const { label, className = '', options } = props
  const present = options.find((option) => option.value === value)?.value ?? null
  return <RadioGroup {...{ label, className, options, error, onChange }} value={present} />
}

const yesNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
] as const

/** Yes, no, or no value, of a form. */
export const YesNoField = <V extends FieldValues>(props: FormFieldProps<V>) => {
  const { error, value, onChange, onBlur, ref } = useFormField(props)
  const { label, hint, required = false, className = '', disabled = false } = props
  const present = value === true ? 'yes' : value === false ? 'no' : null
  return (
    <Field {...{ label, hint, error, required, className }}>
      <Select
        {...{ ref, onBlur, disabled }}
        options={yesNo}
        value={present}
        onChange={(next) => onChange(next === null ? null : next === 'yes')}
        {...(required ? {} : { emptyLabel: 'No value' })}
      />
    </Field>
  )
}
