import { createContext, use, useEffect } from 'react'
import { useController } from 'react-hook-form'

/** Field widths in a row of 6 columns; on a phone most fields take the full width. */
export const widths = {
  full: 'col-span-6',
  'two-thirds': 'col-span-6 sm:col-span-4',
  half: 'col-span-6 sm:col-span-3',
  third: 'col-span-6 sm:col-span-2',
  /** A half on every screen. */
  pair: 'col-span-3',
  /** Two thirds on every screen. */
  wide: 'col-span-4',
  /** A third, and two side by side on a phone. */
  short: 'col-span-3 sm:col-span-2',
  /** As narrow, except on the narrowest phones, where a date needs more width. */
  day: 'col-span-6 xs:col-span-3 sm:col-span-2',
  /** The last line of an address, side by side on a phone too. */
  state: 'col-span-4 sm:col-span-2',
  zip: 'col-span-2 sm:col-span-1',
  /** A short field of two that share a row on a phone. */
  sixth: 'col-span-3 sm:col-span-1',
  /** An initial and the last name after it, side by side on a phone too. */
  initial: 'col-span-2',
  surname: 'col-span-4 sm:col-span-2',
} as const
export type FieldWidth = keyof typeof widths

/** The props of every field of a form. */
export interface FormFieldProps {
  name: string
  /** Optional if the form has the field's label. */
  label?: string | undefined
  hint?: string | undefined
  required?: boolean
  disabled?: boolean
  width?: FieldWidth
}

/** The kind of field: text, or a choice. */
type Asks = 'text' | 'choice'

/** What a form's fields register, besides their values. */
export interface FormWords {
  /** The labels of the mounted fields, in order; each field registers itself. */
  readonly labels: Map<string, string>
  /** The mounted fields that offer choices: their errors say “Choose”, not “Enter”. */
  readonly choices: Set<string>
  /** The labels of fields that don't set their own. */
  readonly names: Readonly<Partial<Record<string, string>>>
}

export const FormWordsContext = createContext<FormWords | null>(null)

/** Returns the form's field registry. @throws a developer error outside of `Form` */
export const useFormWords = (): FormWords => {
  const words = use(FormWordsContext)
  if (!words) throw new Error('A field must be used inside <Form>.')
  return words
}

/** Registers a field's label with the form, for the summary and for server errors, and returns it. */
export const useFieldLabel = (name: string, given?: string, asks: Asks = 'text'): string => {
  const { labels, choices, names } = useFormWords()
  const label = given ?? names[name]
  if (label === undefined) throw new Error(`The field ${name} has no label.`)
  useEffect(() => {
    labels.set(name, label)
    if (asks === 'choice') choices.add(name)
    return () => {
      labels.delete(name)
      choices.delete(name)
    }
  }, [labels, choices, name, label, asks])
  return label
}

/** Binds a control to a value of the form: returns the props of the control and of the `Field` around it. */
export const useFormField = (props: FormFieldProps, asks: Asks = 'text') => {
  const { name, hint, required = false, disabled = false, width = 'full' } = props
  const label = useFieldLabel(name, props.label, asks)
  const { field, fieldState } = useController({ name })
  const value: unknown = field.value
  const error = fieldState.error?.message
  const frame = { label, hint, error, required, className: widths[width] }
  return { ...field, value, disabled, frame }
}

/** Returns a text control's value for any value of the record. */
export const asText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
