import { useState } from 'react'
import { listInsuranceCompanies } from '#contract/insurance-companies/endpoints.ts'
import type { RecordField } from '#contract/record-field.ts'
import { useAsk } from '#client/lib/query.ts'
import { useSettled } from '#client/lib/use-settled.ts'
import { Combobox } from '#client/ui/combobox.tsx'
import { DateInput } from '#client/ui/date-input.tsx'
import { Field } from '#client/ui/field.tsx'
import { RadioGroup } from '#client/ui/radio-group.tsx'
import { Select } from '#client/ui/select.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { Textarea } from '#client/ui/textarea.tsx'
import { hasOptions, OptionInput } from './option-input.tsx'

interface FieldEditorProps {
  name: string
  field: RecordField
  /** As it is typed: text, `YYYY-MM-DD`, 'true', the number of a company. */
  typed: string
  onType: (typed: string) => void
  error: string | undefined
}

/** The editor of a field by what it holds. */
export const FieldEditor = (props: FieldEditorProps) => {
  const { field, typed, onType, error } = props
  if (field.kind === 'boolean')
    return (
      <RadioGroup
        label={field.label}
        options={[
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ]}
        value={typed === '' ? null : typed === 'true' ? 'true' : 'false'}
        onChange={onType}
        error={error}
      />
    )
  return (
    <Field label={field.label} error={error} className={isNarrow(field) ? 'max-w-56' : ''}>
      <Control {...props} />
    </Field>
  )
}

const isNarrow = ({ kind }: RecordField): boolean => kind === 'money' || kind === 'date'

const Control = (props: FieldEditorProps) => {
  const { name, field, typed, onType } = props
  if (field.format === 'company') return <CompanyPicker typed={typed} onType={onType} />
  if (field.choices) return <ChoicePicker field={field} typed={typed} onType={onType} />
  if (field.kind === 'date')
    return <DateInput value={typed} onChange={onType} kind={field.format === 'birth' ? 'birth' : 'other'} />
  if (hasOptions(name))
    return (
      <OptionInput
        field={name}
        inputMode={field.kind === 'number' ? 'numeric' : 'text'}
        value={typed}
        onChange={onType}
      />
    )
  if (field.format === 'lines')
    return <Textarea rows={3} value={typed} onChange={(event) => onType(event.target.value)} />
  return <Line field={field} typed={typed} onType={onType} />
}

const Line = ({ field, typed, onType }: Pick<FieldEditorProps, 'field' | 'typed' | 'onType'>) => (
  <TextInput
    value={typed}
    inputMode={field.kind === 'money' ? 'decimal' : field.kind === 'number' ? 'numeric' : 'text'}
    placeholder={field.kind === 'money' ? '1234.50' : undefined}
    onChange={(event) => onType(event.target.value)}
  />
)

/** More than this are found by typing. */
const fewChoices = 20

const ChoicePicker = ({ field, typed, onType }: Pick<FieldEditorProps, 'field' | 'typed' | 'onType'>) => {
  const { choices = [], choiceLabels } = field
  const Picker = choices.length > fewChoices ? Combobox<string> : Select<string>
  return (
    <Picker
      options={choices.map((value) => ({ value, label: choiceLabels?.[value] ?? value }))}
      value={typed === '' ? null : typed}
      onChange={(value) => onType(value ?? '')}
    />
  )
}

/** Companies are found by name; what is kept is their number. */
const CompanyPicker = ({ typed, onType }: Pick<FieldEditorProps, 'typed' | 'onType'>) => {
  const [text, setText] = useState('')
  const search = useSettled(text.trim(), 200)
  const query = { per_page: 50, sort: 'name', ...(search === '' ? {} : { search }) }
  const found = useAsk(listInsuranceCompanies, { query }, { keepPrevious: true })
  return (
    <Combobox
      options={(found.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      value={typed === '' ? null : typed}
      onChange={(value) => onType(value ?? '')}
      onSearch={setText}
      placeholder="Find a company"
      emptyText={found.isLoading ? 'Looking …' : 'No company has this name'}
    />
  )
}
