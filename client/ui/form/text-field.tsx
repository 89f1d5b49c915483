import type { HTMLInputAutoCompleteAttribute } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Field, type FieldProps } from '../field.tsx'
import { PasswordInput } from '../password-input.tsx'
import { TextInput } from '../text-input.tsx'
import { Textarea } from '../textarea.tsx'
import { asText, useFormField, type FormFieldProps } from './use-form-field.ts'

export interface TextFieldProps<V extends FieldValues>
  extends FormFieldProps<V>, Pick<FieldProps, 'aside' | 'hideLabel'> {
  type?: 'text' | 'email' | 'tel' | 'url'
  autoComplete?: HTMLInputAutoCompleteAttribute
  inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email'
  placeholder?: string
  maxLength?: number
}

const frame = <V extends FieldValues>(props: FormFieldProps<V>, error: string | undefined) => ({
  label: props.label,
  hint: props.hint,
  error,
  required: props.required ?? false,
  className: props.className ?? '',
})

/** One line of text of a form. */
export const TextField = <V extends FieldValues>(props: TextFieldProps<V>) => {
  const { error, value, ref, ...field } = useFormField(props)
  const { type = 'text', autoComplete, inputMode, placeholder, maxLength, disabled } = props
  const { aside, hideLabel = false } = props
  return (
    <Field {...frame(props, error)} {...{ aside, hideLabel }}>
      <TextInput
        {...field}
        {...{ type, autoComplete, inputMode, placeholder, maxLength, disabled }}
        ref={ref}
        value={asText(value)}
      />
    </Field>
  )
}

/** A password of a form; the form lists its key as literal. */
export const PasswordField = <V extends FieldValues>(
  props: FormFieldProps<V> &
    Pick<FieldProps, 'aside'> & { autoComplete: 'current-password' | 'new-password' },
) => {
  const { error, value, ref, ...field } = useFormField(props)
  return (
    <Field {...frame(props, error)} aside={props.aside}>
      <PasswordInput {...field} ref={ref} value={asText(value)} autoComplete={props.autoComplete} />
    </Field>
  )
}

/** Several lines of a form. */
export const TextareaField = <V extends FieldValues>(props: FormFieldProps<V> & { rows?: number }) => {
  const { error, value, ref, ...field } = useFormField(props)
  return (
    <Field {...frame(props, error)}>
      <Textarea {...field} ref={ref} value={asText(value)} rows={props.rows ?? 3} />
    </Field>
  )
}
