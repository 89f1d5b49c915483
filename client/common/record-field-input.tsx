import type { FieldPath, FieldValues } from 'react-hook-form'
import { isAdmin } from '#contract/access.ts'
import { states } from '#contract/places.ts'
import type { RecordField } from '#contract/record-field.ts'
import { ComboboxField, SelectField } from '#client/ui/form/choice-field.tsx'
import { DateField } from '#client/ui/form/date-field.tsx'
import { MoneyField, NumberField } from '#client/ui/form/number-field.tsx'
import { PhoneField } from '#client/ui/form/phone-field.tsx'
import { TextareaField, TextField } from '#client/ui/form/text-field.tsx'
import { YesNoField } from '#client/ui/form/toggle-field.tsx'
import type { FormFieldProps } from '#client/ui/form/use-form-field.ts'
import type { RecordForm } from '#client/ui/form/use-record-form.ts'
import { useUser } from './current-user.tsx'
import { valueWords } from './field-value.ts'

export interface RecordFieldInputProps<V extends FieldValues> {
  form: RecordForm<V>
  name: FieldPath<V>
  /** What the field is, as the contract says. */
  field: RecordField
  /** Where the group around it says the rest: 'Group number' under 'Medical'. */
  label?: string
  className?: string
}

/** Above this many choices they are found by typing. */
const manyChoices = 12
const longText: ReadonlySet<string> = new Set(['comment', 'loa_reason'])

type InputKind =
  'long' | 'phone' | 'state' | 'many' | 'few' | 'yesNo' | 'birth' | 'date' | 'number' | 'money' | 'text'

/** Which input fits the data of a field. */
const inputKindOf = (name: string, { kind, choices }: RecordField): InputKind => {
  if (longText.has(name)) return 'long'
  if (/(^|_)phone$/.test(name)) return 'phone'
  if (/_state$/.test(name)) return 'state'
  if (choices) return choices.length > manyChoices ? 'many' : 'few'
  if (kind === 'date') return /(^|_)dob$/.test(name) ? 'birth' : 'date'
  if (kind === 'boolean') return 'yesNo'
  return kind === 'number' || kind === 'money' ? kind : 'text'
}

/** The input of one field of a record, by what it holds. Fields that only product admins write are shown to all, and locked. */
export const RecordFieldInput = <V extends FieldValues>(props: RecordFieldInputProps<V>) => {
  const { form, name, field, label = field.label, className = 'col-span-3 sm:col-span-2' } = props
  const isLocked = field.adminOnly === true && !isAdmin(useUser())
  const shared: FormFieldProps<V> = {
    form,
    name,
    label,
    className,
    required: field.required ?? false,
    disabled: isLocked,
    ...(isLocked ? { hint: 'Set by Shipmate Admins.' } : {}),
  }
  return <Input kind={inputKindOf(name, field)} shared={shared} field={field} />
}

interface InputProps<V extends FieldValues> {
  kind: InputKind
  shared: FormFieldProps<V>
  field: RecordField
}

const Input = <V extends FieldValues>({ kind, shared, field }: InputProps<V>) => {
  switch (kind) {
    case 'long':
      return <TextareaField {...shared} rows={3} />
    case 'phone':
      return <PhoneField {...shared} />
    case 'state':
      return <ComboboxField {...shared} options={states} />
    case 'many':
      return <ComboboxField {...shared} options={optionsOf(shared.name, field)} />
    case 'few':
      return (
        <SelectField
          {...shared}
          options={optionsOf(shared.name, field)}
          {...(field.required ? {} : { emptyLabel: 'No value' })}
        />
      )
    case 'yesNo':
      return <YesNoField {...shared} />
    case 'birth':
    case 'date':
      return <DateField {...shared} kind={kind === 'birth' ? 'birth' : 'other'} />
    case 'number':
      return <NumberField {...shared} />
    case 'money':
      return <MoneyField {...shared} />
    case 'text':
      return <TextField {...shared} autoComplete="off" />
  }
}

const optionsOf = (name: string, { choices = [] }: RecordField) =>
  choices.map((value) => ({ value, label: valueWords(name, value) }))
