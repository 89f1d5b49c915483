import type { FieldValues } from 'react-hook-form'
import { Combobox, type ComboboxOption } from '../combobox.tsx'
import { Field } from '../field.tsx'
import { Select, type SelectOption } from '../select.tsx'
import { useFormField, type FormFieldProps } from './use-form-field.ts'

const chosen = <V extends string | number>(
  options: readonly { readonly value: V }[],
  value: unknown,
): V | null => options.find((option) => option.value === value)?.value ?? null

export interface SelectFieldProps<
  F extends FieldValues,
  V extends string | number,
> extends FormFieldProps<F> {
  options: readonly SelectOption<V>[]
  placeholder?: string
  /** Offers to empty the field, in these words. */
  emptyLabel?: string
}

/** One of a few, of a form; an empty choice is null. */
export const SelectField = <F extends FieldValues, V extends string | number>(
  props: SelectFieldProps<F, V>,
) => {
  const { error, value, onChange, onBlur, ref } = useFormField(props)
  const {
    label,
    hint,
    required = false,
    className = '',
    options,
    placeholder,
    emptyLabel,
    disabled = false,
  } = props
  return (
    <Field {...{ label, hint, error, required, className }}>
      <Select
        ref={ref}
        options={options}
        value={chosen(options, value)}
        onChange={onChange}
        onBlur={onBlur}
        disabled={disabled}
        {...(placeholder === undefined ? {} : { placeholder })}
        {...(emptyLabel === undefined ? {} : { emptyLabel })}
      />
    </Field>
  )
}

export interface ComboboxFieldProps<
  F extends FieldValues,
  V extends string | number,
> extends FormFieldProps<F> {
  options: readonly ComboboxOption<V>[]
  onSearch?: (text: string) => void
  placeholder?: string
}

/** One of many, found by typing, of a form; an empty choice is null. */
export const ComboboxField = <F extends FieldValues, V extends string | number>(
  props: ComboboxFieldProps<F, V>,
) => {
  const { error, value, onChange, onBlur, ref } = useFormField(props)
  const {
    label,
    hint,
    required = false,
    className = '',
    options,
    onSearch,
    placeholder,
    disabled = false,
  } = props
  return (
    <Field {...{ label, hint, error, required, className }}>
      <Combobox
        ref={ref}
        options={options}
        value={chosen(options, value)}
        onChange={onChange}
        onBlur={onBlur}
        disabled={disabled}
        {...(onSearch === undefined ? {} : { onSearch })}
        {...(placeholder === undefined ? {} : { placeholder })}
      />
    </Field>
  )
}
