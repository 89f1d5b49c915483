import { createContext, use, useEffect } from 'react'
import { useController } from 'react-hook-form'

/** How much of a row of six columns a field takes; on a phone most take all of it. */
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
  /** As short, but for the narrowest phones: a day needs its room. */
  day: 'col-span-6 xs:col-span-3 sm:col-span-2',
  /** The end of an address, beside each other on a phone too. */
  state: 'col-span-4 sm:col-span-2',
  zip: 'col-span-2 sm:col-span-1',
  /** A short one of two that share a row of a phone. */
  sixth: 'col-span-3 sm:col-span-1',
  /** An initial and the last name after it, beside each other on a phone too. */
  initial: 'col-span-2',
  surname: 'col-span-4 sm:col-span-2',
} as const
export type FieldWidth = keyof typeof widths

/** What every field of a form takes. */
export interface FormFieldProps {
  name: string
  /** Not needed where the form itself knows what its fields are called. */
  label?: string | undefined
  hint?: string | undefined
  required?: boolean
  disabled?: boolean
  width?: FieldWidth
}

/** What the fields of a form know of it, besides its values. */
export interface FormWords {
  /** What the mounted fields are called, in their order; each writes itself down. */
  readonly labels: Map<string, string>
  /** What fields are called that do not say it themselves. */
  readonly names: Readonly<Partial<Record<string, string>>>
}

export const FormWordsContext = createContext<FormWords | null>(null)

/** What a form knows of its fields. @throws a developer error outside of `Form` */
export const useFormWords = (): FormWords => {
  const words = use(FormWordsContext)
  if (!words) throw new Error('A field needs <Form> above it.')
  return words
}

/** Tells the form what a field is called, for the summary and for server errors; answers that. */
export const useFieldLabel = (name: string, given?: string): string => {
  const { labels, names } = useFormWords()
  const label = given ?? names[name]
  if (label === undefined) throw new Error(`The field ${name} has no label.`)
  useEffect(() => {
    labels.set(name, label)
    return () => {
      labels.delete(name)
    }
  }, [labels, name, label])
  return label
}

/** Binds a control to a value of the form around it: the control's own part, and what `Field` shows around it. */
export const useFormField = (props: FormFieldProps) => {
  const { name, hint, required = false, disabled = false, width = 'full' } = props
  const label = useFieldLabel(name, props.label)
  const { field, fieldState } = useController({ name })
  const value: unknown = field.value
  const error = fieldState.error?.message
  const frame = { label, hint, error, required, className: widths[width] }
  return { ...field, value, disabled, frame }
}

/** A text control's value, whatever the record holds. */
export const asText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
