import type { ReactNode } from 'react'
import { isAdmin } from '#contract/access.ts'
import { states } from '#contract/places.ts'
import type { RecordField } from '#contract/record-field.ts'
import type { FieldProps } from '#client/ui/field.tsx'
import { ComboboxField, SelectField } from '#client/ui/form/choice-field.tsx'
import { DateField } from '#client/ui/form/date-field.tsx'
import { MoneyField, NumberField } from '#client/ui/form/number-field.tsx'
import { PhoneField } from '#client/ui/form/phone-field.tsx'
import { SuggestField } from '#client/ui/form/suggest-field.tsx'
import { TextareaField, TextField } from '#client/ui/form/text-field.tsx'
import { YesNoField } from '#client/ui/form/toggle-field.tsx'
import type { FormFieldProps } from '#client/ui/form/use-form-field.ts'
import type { RecordForm } from '#client/ui/form/use-record-form.ts'
import { useUser } from './current-user.tsx'
import { valueWords } from './field-value.ts'
import type { FormValues } from './record-values.ts'

export interface RecordFieldInputProps {
  form: RecordForm<FormValues>
  name: string
  /** What the field is, as the contract says. */
  field: RecordField
  /** Where the group around it says the rest: 'Group number' under 'Medical'. */
  label?: string
  className?: string
  /** Beside the label of a line of text. */
  aside?: ReactNode
  /** Values to choose from where anything may be typed; undefined where the field suggests nothing. */
  suggestions?: readonly string[] | undefined
}

type InputKind =
  'long' | 'phone' | 'state' | 'many' | 'few' | 'yesNo' | 'birth' | 'date' | 'number' | 'money' | 'text'

/** Above this many choices they are found by typing. */
const manyChoices = 12

/** Which input fits the data of a field; the first that says yes. */
const fits: readonly (readonly [InputKind, (name: string, field: RecordField) => boolean])[] = [
  ['long', (name) => name === 'comment' || name === 'loa_reason'],
  ['phone', (name) => name === 'phone' || name.endsWith('_phone')],
  ['state', (name) => name.endsWith('_state')],
  ['many', (_name, { choices }) => (choices?.length ?? 0) > manyChoices],
  ['few', (_name, { choices }) => choices !== undefined],
  ['birth', (name, { kind }) => kind === 'date' && (name === 'dob' || name.endsWith('_dob'))],
  ['date', (_name, { kind }) => kind === 'date'],
  ['yesNo', (_name, { kind }) => kind === 'boolean'],
  ['number', (_name, { kind }) => kind === 'number'],
  ['money', (_name, { kind }) => kind === 'money'],
]

const inputKindOf = (name: string, field: RecordField): InputKind =>
  fits.find(([, fit]) => fit(name, field))?.[0] ?? 'text'

type Shared = FormFieldProps<FormValues> & Pick<FieldProps, 'aside'>

const inputs: Readonly<Record<InputKind, (shared: Shared, field: RecordField) => ReactNode>> = {
  long: (shared) => <TextareaField {...shared} rows={3} />,
  phone: (shared) => <PhoneField {...shared} />,
  state: (shared) => <ComboboxField {...shared} options={states} placeholder="Find" />,
  many: (shared, field) => <ComboboxField {...shared} options={optionsOf(shared.name, field)} />,
  few: (shared, field) => (
    <SelectField
      {...shared}
      options={optionsOf(shared.name, field)}
      {...(field.required ? {} : { emptyLabel: 'No value' })}
    />
  ),
  yesNo: (shared) => <YesNoField {...shared} />,
  birth: (shared) => <DateField {...shared} kind="birth" />,
  date: (shared) => <DateField {...shared} />,
  number: (shared) => <NumberField {...shared} />,
  money: (shared) => <MoneyField {...shared} />,
  text: (shared) => <TextField {...shared} autoComplete="off" />,
}

const optionsOf = (name: string, { choices = [] }: RecordField) =>
  choices.map((value) => ({ value, label: valueWords(name, value) }))

/** A reason is written in lines where there is none to choose. */
const suggests = (
  name: string,
  suggestions: readonly string[] | undefined,
): suggestions is readonly string[] =>
  suggestions !== undefined && (name !== 'loa_reason' || suggestions.length > 0)

/** The input of one field of a record, by what it holds. What only product admins write is shown to all, and locked. */
export const RecordFieldInput = (props: RecordFieldInputProps) => {
  const {
    form,
    name,
    field,
    label = field.label,
    className = 'col-span-3 sm:col-span-2',
    aside,
    suggestions,
  } = props
  const user = useUser()
  const isLocked = field.adminOnly === true && !isAdmin(user)
  const shared: Shared = {
    form,
    name,
    label,
    className: 'min-w-0',
    aside,
    required: field.required ?? false,
    disabled: isLocked,
    ...(isLocked ? { hint: 'Set by Shipmate Admins.' } : {}),
  }
  return (
    <div className={className} data-mention={`field-${name}`}>
      {suggests(name, suggestions) ? (
        <SuggestField {...shared} suggestions={suggestions} isNumber={field.kind === 'number'} />
      ) : (
        inputs[inputKindOf(name, field)](shared, field)
      )}
    </div>
  )
}
