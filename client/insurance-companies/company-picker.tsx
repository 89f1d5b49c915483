import { useState, type RefObject } from 'react'
import { listInsuranceCompanies } from '#contract/insurance-companies/endpoints.ts'
import type { InsuranceCompanyRow } from '#contract/insurance-companies/shapes.ts'
import { formatCount } from '#client/lib/format.ts'
import { useAsk } from '#client/lib/query.ts'
import { useSettled } from '#client/lib/use-settled.ts'
import { Combobox } from '#client/ui/controls/combobox.tsx'
import { Field } from '#client/ui/controls/field.tsx'

/** As much of a company as choosing one needs. */
export type CompanyChoice = Pick<InsuranceCompanyRow, 'id' | 'name'>

interface CompanyPickerProps {
  label: string
  hint?: string
  value: CompanyChoice | null
  onChange: (company: CompanyChoice | null) => void
  /** Not to be chosen. */
  exceptId?: number
  inputRef?: RefObject<HTMLInputElement | null>
}

const shown = 20

/** A company, found by name or other name, with how much it is used. */
export const CompanyPicker = ({ label, hint, value, onChange, exceptId, inputRef }: CompanyPickerProps) => {
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim(), 200)
  const { data } = useAsk(
    listInsuranceCompanies,
    { query: { per_page: shown, sort: 'name', ...(search === '' ? {} : { search }) } },
    { keepPrevious: true },
  )
  const found = (data?.data ?? []).filter(({ id }) => id !== exceptId)
  const options = found.map(({ id, name, usage, aliases }) => ({
    value: id,
    label: name,
    detail: [formatCount(usage, 'record'), ...aliases].join(', '),
  }))
  const isFound = value === null || options.some((option) => option.value === value.id)
  return (
    <Field label={label} hint={hint} required>
      <Combobox
        {...(inputRef ? { ref: inputRef } : {})}
        options={isFound ? options : [{ value: value.id, label: value.name, detail: '' }, ...options]}
        value={value?.id ?? null}
        onChange={(id) => onChange(found.find((company) => company.id === id) ?? null)}
        onSearch={setTyped}
        placeholder="Search companies"
      />
    </Field>
  )
}
