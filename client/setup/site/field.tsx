import { use, type ReactNode } from 'react'
import type { SiteField } from '#contract/setup/site/form-page.ts'
import { EnglishTextsContext, OfficeText } from './text.tsx'
import { useWords } from './words/words.ts'
import { labelOf, useFieldWords } from './words/field-words.ts'

interface FieldFrameProps {
  id: string
  label: ReactNode
  isRequired: boolean
  help?: string | null | undefined
  error?: string | undefined
  isWide?: boolean
  children: ReactNode
}

/** Renders a control with its label, help and error. The control names both by `describedBy`. */
export const FieldFrame = ({ id, label, isRequired, help, error, isWide, children }: FieldFrameProps) => {
  const words = useWords()
  return (
    <div
      className="site-field"
      {...(isWide ? { 'data-wide': '' } : {})}
      {...(error ? { 'data-wrong': '' } : {})}
    >
      <label htmlFor={id}>
        {label}
        {!isRequired && <span className="site-quiet"> {words.is_optional}</span>}
      </label>
      {help && (
        <span id={`${id}-help`} className="site-quiet">
          <OfficeText text={help} />
        </span>
      )}
      {children}
      {error && (
        <span id={`${id}-error`} className="site-error">
          {error}
        </span>
      )}
    </div>
  )
}

/** Returns the attributes by which a control names its help and error. */
export const describedBy = (id: string, help: unknown, error: string | undefined) => {
  const ids = [...(help ? [`${id}-help`] : []), ...(error ? [`${id}-error`] : [])]
  return {
    ...(ids.length > 0 ? { 'aria-describedby': ids.join(' ') } : {}),
    ...(error ? { 'aria-invalid': true as const } : {}),
  }
}

interface FieldProps {
  field: SiteField
  value: string
  error?: string | undefined
  onChange: (value: string) => void
}

const inputTypes = { date: 'date', email: 'email', phone: 'tel' } as const
const inputModes = { ssn: 'numeric', number: 'numeric' } as const

/** What browsers fill in by the field. */
const autoComplete: Readonly<Record<string, string>> = {
  first_name: 'given-name',
  last_name: 'family-name',
  dob: 'bday',
  address_1: 'address-line1',
  address_2: 'address-line2',
  city: 'address-level2',
  state: 'address-level1',
  zip: 'postal-code',
  country: 'country',
  phone: 'tel',
  personal_email: 'email',
  university_email: 'email',
}

/** Renders a field of a form: text, several lines, choices, a date. */
export const SiteFieldInput = ({ field, value, error, onChange }: FieldProps) => {
  const fieldWords = useFieldWords()
  const { name, control, help, is_required: isRequired } = field
  const id = `field-${name}`
  const shared = {
    id,
    name,
    value,
    'aria-required': isRequired,
    autoComplete: autoComplete[name] ?? 'off',
    ...describedBy(id, help, error),
  }
  return (
    <FieldFrame
      id={id}
      label={<OfficeText text={labelOf(field, fieldWords)} />}
      {...{ isRequired, help, error }}
      isWide={control === 'lines'}
    >
      {control === 'choice' || control === 'yes_no' ? (
        <ChoiceInput field={field} shared={shared} onChange={onChange} />
      ) : control === 'lines' ? (
        <textarea {...shared} rows={4} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <input
          {...shared}
          type={Object.hasOwn(inputTypes, control) ? inputTypes[control as keyof typeof inputTypes] : 'text'}
          {...(control === 'ssn' || control === 'number' ? { inputMode: inputModes[control] } : {})}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FieldFrame>
  )
}

interface ChoiceInputProps {
  field: SiteField
  shared: { readonly id: string; readonly name: string; readonly value: string }
  onChange: (value: string) => void
}

const ChoiceInput = ({ field, shared, onChange }: ChoiceInputProps) => {
  const words = useWords()
  const fieldWords = useFieldWords()
  const inEnglish = use(EnglishTextsContext)
  const choices =
    field.control === 'yes_no'
      ? [
          { value: 'yes', label: words.yes },
          { value: 'no', label: words.no },
        ]
      : (field.choices ?? [])
  return (
    <select {...shared} onChange={(event) => onChange(event.target.value)}>
      <option value="">{words.select}</option>
      {choices.map((choice) => (
        <option
          key={choice.value}
          value={choice.value}
          {...(inEnglish.has(choice.label) ? { lang: 'en' } : {})}
        >
          {field.has_own_choices ? choice.label : (fieldWords.choices[choice.value] ?? choice.label)}
        </option>
      ))}
    </select>
  )
}
