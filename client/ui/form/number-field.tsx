import { useState } from 'react'
import { Field } from '../controls/field.tsx'
import { TextInput } from '../controls/text-input.tsx'
import { amountWords, readAmount } from './amount.ts'
import { asText, useFormField, type FormFieldProps } from './use-form-field.ts'

export interface NumberFieldProps extends FormFieldProps {
  placeholder?: string
}

/** A whole number of a form: a number or null. Text that is none stays and fails the contract's schema. */
export const NumberField = ({ placeholder, ...props }: NumberFieldProps) => {
  const { value, onChange, frame, ...field } = useFormField(props)
  const read = (text: string) => onChange(/^\d+$/.test(text) ? Number(text) : text === '' ? null : text)
  return (
    <Field {...frame}>
      <TextInput
        {...field}
        placeholder={placeholder}
        inputMode="numeric"
        value={asText(value)}
        onChange={(event) => read(event.target.value.trim())}
        className="tabular"
      />
    </Field>
  )
}

export interface MoneyFieldProps extends FormFieldProps {
  hideLabel?: boolean
}

/**
 * An amount of a form, in dollars: typed in any usual shape, and shown with its thousands apart once the field is
 * left. The form holds '1234.50' from the first key on, so that neither Enter nor a look at it changes anything.
 */
export const MoneyField = ({ hideLabel = false, ...props }: MoneyFieldProps) => {
  const { value, onChange, onBlur, frame, ...field } = useFormField(props)
  const [typed, setTyped] = useState<string | null>(null)
  const amount = asText(value)
  // another value than the typed one came from elsewhere: a draft, an undo
  const isTyped = typed !== null && readAmount(typed) === amount
  return (
    <Field {...frame} hideLabel={hideLabel}>
      <div className="relative">
        <span aria-hidden className="absolute inset-y-0 left-2.5 flex items-center text-ink-3">
          $
        </span>
        <TextInput
          {...field}
          inputMode="decimal"
          placeholder="0.00"
          value={isTyped ? typed : amountWords(amount)}
          onChange={(event) => {
            setTyped(event.target.value)
            onChange(readAmount(event.target.value))
          }}
          onBlur={() => {
            setTyped(null)
            onBlur()
          }}
          className="tabular pl-6"
        />
      </div>
    </Field>
  )
}
