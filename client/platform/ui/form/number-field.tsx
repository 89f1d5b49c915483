import { useState } from 'react'
import { Field } from '../controls/field.tsx'
import { TextInput } from '../controls/text-input.tsx'
import { amountWords, readAmount } from './amount.ts'
import { asText, useFormField, type FormFieldProps } from './use-form-field.ts'

/**
 * Renders a form's whole number: a number or null. Text that isn't a number is kept and fails the contract's schema.
 */
export const NumberField = (props: FormFieldProps) => {
  const { value, onChange, frame, ...field } = useFormField(props)
  const read = (text: string) => onChange(/^\d+$/.test(text) ? Number(text) : text === '' ? null : text)
  return (
    <Field {...frame}>
      <TextInput
        {...field}
        inputMode="numeric"
        value={asText(value)}
        onChange={(event) => read(event.target.value.trim())}
        className="tabular"
      />
    </Field>
  )
}

interface MoneyFieldProps extends FormFieldProps {
  hideLabel?: boolean
}

/**
 * Renders a form's amount in dollars: typed in any common format, shown with thousands separators when the field
 * loses the focus. The form always has a value like '1234.50', so that neither Enter nor focusing changes it.
 */
export const MoneyField = ({ hideLabel = false, ...props }: MoneyFieldProps) => {
  const { value, onChange, onBlur, frame, ...field } = useFormField(props)
  const [typed, setTyped] = useState<string | null>(null)
  const amount = asText(value)
  // a different value came from outside: a draft or an undo
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
