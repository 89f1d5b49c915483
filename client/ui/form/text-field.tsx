import type { HTMLInputAutoCompleteAttribute } from 'react'
import { Field, type FieldProps } from '../controls/field.tsx'
import { PasswordInput } from '../controls/password-input.tsx'
import { TextInput } from '../controls/text-input.tsx'
import { Textarea } from '../controls/textarea.tsx'
import { asText, useFormField, type FormFieldProps } from './use-form-field.ts'

export interface TextFieldProps extends FormFieldProps, Pick<FieldProps, 'aside' | 'hideLabel'> {
  type?: 'text' | 'email' | 'tel' | 'url'
  autoComplete?: HTMLInputAutoCompleteAttribute
  inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email'
  placeholder?: string
  maxLength?: number
}

/** One line of text of a form. */
export const TextField = ({ aside, hideLabel = false, ...props }: TextFieldProps) => {
  const { value, frame, ...field } = useFormField(props)
  const { type = 'text', autoComplete, inputMode, placeholder, maxLength } = props
  return (
    <Field {...frame} {...{ aside, hideLabel }}>
      <TextInput
        {...field}
        {...{ type, autoComplete, inputMode, placeholder, maxLength }}
        value={asText(value)}
      />
    </Field>
  )
}

export interface PasswordFieldProps extends FormFieldProps, Pick<FieldProps, 'aside'> {
  autoComplete: 'current-password' | 'new-password'
}

/** A password of a form; the form lists its key as literal. */
export const PasswordField = ({ aside, autoComplete, ...props }: PasswordFieldProps) => {
  const { value, frame, ...field } = useFormField(props)
  return (
    <Field {...frame} aside={aside}>
      <PasswordInput {...field} value={asText(value)} autoComplete={autoComplete} />
    </Field>
  )
}

export interface TextareaFieldProps extends FormFieldProps {
  rows?: number
}

/** Several lines of a form. */
export const TextareaField = ({ rows = 3, ...props }: TextareaFieldProps) => {
  const { value, frame, ...field } = useFormField(props)
  return (
    <Field {...frame}>
      <Textarea {...field} value={asText(value)} rows={rows} />
    </Field>
  )
}
