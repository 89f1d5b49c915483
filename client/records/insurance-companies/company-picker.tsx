import type { RefObject } from 'react'
import type { InsuranceCompanyRow } from '#contract/records/insurance-companies/shapes.ts'
import { useCompanySearch } from './use-company-search.ts'
import { formatCount } from '#client/platform/lib/format.ts'
import { Combobox } from '#client/platform/ui/controls/combobox.tsx'
import { Field } from '#client/platform/ui/controls/field.tsx'

/** The properties of a company needed to choose one. */
export type CompanyChoice = Pick<InsuranceCompanyRow, 'id' | 'name'>

interface CompanyPickerProps {
  label: string
  hint?: string
  value: CompanyChoice | null
  onChange: (company: CompanyChoice | null) => void
  /** Can't be chosen. */
  exceptId?: number
  inputRef?: RefObject<HTMLInputElement | null>
  /** Shown if no company has to be chosen and none is: 'All insurance companies'. */
  placeholder?: string
}

/** Renders a search for a company by name or other name, with the number of records that use it. */
export const CompanyPicker = (props: CompanyPickerProps) => {
  const { label, hint, value, onChange, exceptId, inputRef, placeholder } = props
  const { companies, isSearching, onSearch } = useCompanySearch()
  const found = companies.filter(({ id }) => id !== exceptId)
  const options = found.map(({ id, name, usage, aliases }) => ({
    value: id,
    label: name,
    detail: [formatCount(usage, 'record'), ...aliases].join(', '),
  }))
  return (
    <Field label={label} hint={hint} required={placeholder === undefined}>
      <Combobox
        {...(inputRef ? { ref: inputRef } : {})}
        options={options}
        chosen={value && { value: value.id, label: value.name }}
        value={value?.id ?? null}
        onChange={(id) => onChange(found.find((company) => company.id === id) ?? null)}
        onSearch={onSearch}
        isSearching={isSearching}
        placeholder={placeholder ?? 'Search companies'}
      />
    </Field>
  )
}
