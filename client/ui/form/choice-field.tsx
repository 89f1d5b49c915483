import { Combobox, type ComboboxOption } from '../controls/combobox.tsx'
import { Field } from '../controls/field.tsx'
import { Select, type SelectOption } from '../controls/select.tsx'
import { useFormField, type FormFieldProps } from './use-form-field.ts'

type Value = string | number

const chosen = (options: readonly { readonly value: Value }[], value: unknown): Value | null =>
  options.find((option) => option.value === value)?.value ?? null

export interface SelectFieldProps extends FormFieldProps {
  options: readonly SelectOption<Value>[]
  placeholder?: string
  /** Offers to empty the field, in these words. */
  emptyLabel?: string
}

/** One of a few, of a form; an empty choice is null. */
export const SelectField = (props: SelectFieldProps) => {
  const { value, onChange, onBlur, ref, disabled, frame } = useFormField(props)
  const { options, placeholder, emptyLabel } = props
  return (
    <Field {...frame}>
      <Select
        {...{ ref, options, onChange, onBlur, disabled }}
        value={chosen(options, value)}
        {...(placeholder === undefined ? {} : { placeholder })}
        {...(emptyLabel === undefined ? {} : { emptyLabel })}
      />
    </Field>
  )
}

export interface ComboboxFieldProps extends FormFieldProps {
  options: readonly ComboboxOption<Value>[]
  onSearch?: (text: string) => void
  placeholder?: string
}

/** One of many, found by typing, of a form; an empty choice is null. */
export const ComboboxField = (props: ComboboxFieldProps) => {
  const { value, onChange, onBlur, ref, disabled, frame } = useFormField(props)
  const { options, onSearch, placeholder } = props
  return (
    <Field {...frame}>
      <Combobox
        {...{ ref, options, onChange, onBlur, disabled }}
        value={chosen(options, value)}
        {...(onSearch === undefined ? {} : { onSearch })}
        {...(placeholder === undefined ? {} : { placeholder })}
      />
    </Field>
  )
}
