import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { formatMoney } from '#client/lib/format.ts'
import { Field } from '../field.tsx'
import { TextInput } from '../text-input.tsx'
import { asText, useFormField, type FormFieldProps } from './use-form-field.ts'

interface FigureFieldProps<V extends FieldValues> extends FormFieldProps<V> {
  placeholder?: string
}

/** A whole number of a form: a number or null. Text that is none stays and fails the contract's schema. */
export const NumberField = <V extends FieldValues>(props: FigureFieldProps<V>) => {
  const { error, value, ref, onChange, ...field } = useFormField(props)
  const { label, hint, required = false, className = '', placeholder, disabled } = props
  const read = (text: string) => onChange(/^\d+$/.test(text) ? Number(text) : text === '' ? null : text)
  return (
    <Field {...{ label, hint, error, required, className }}>
      <TextInput
        {...field}
        {...{ placeholder, disabled }}
        ref={ref}
        inputMode="numeric"
        value={asText(value)}
        onChange={(event) => read(event.target.value.trim())}
        className="tabular"
      />
    </Field>
  )
}

/** '$1,234.5' → '1234.50'; what is no amount stays as it was typed. */
export const readAmount = (text: string): string => {
  const bare = text.replaceAll(/[\s$,]/g, '')
  if (!/^\d+(\.\d{0,2})?$/.test(bare)) return text
  const [whole = '0', cents = ''] = bare.split('.')
  return `${whole}.${cents.padEnd(2, '0')}`
}

/** '14034.00' → '14,034.00'; what is no amount stays as it was typed. */
export const amountWords = (amount: string): string =>
  /^\d+\.\d\d$/.test(amount) ? formatMoney(amount).slice(1) : amount

/**
 * An amount of a form, in dollars: typed in any usual shape, and shown with its thousands apart once the field is
 * left. The form holds '1234.50' from the first key on, so that neither Enter nor a look at it changes anything.
 */
export const MoneyField = <V extends FieldValues>(props: FormFieldProps<V> & { hideLabel?: boolean }) => {
  const { error, value, ref, onChange, onBlur, ...field } = useFormField(props)
  const { label, hint, required = false, className = '', disabled, hideLabel = false } = props
  const [typed, setTyped] = useState<string | null>(null)
  const amount = asText(value)
  // another value than the typed one came from elsewhere: a draft, an undo
  const isTyped = typed !== null && readAmount(typed) === amount
  return (
    <Field {...{ label, hint, error, required, className, hideLabel }}>
      <div className="relative">
        <span aria-hidden className="absolute inset-y-0 left-2.5 flex items-center text-ink-3">
          $
        </span>
        <TextInput
          {...field}
          ref={ref}
          disabled={disabled}
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
