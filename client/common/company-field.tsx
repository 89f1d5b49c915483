import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { listInsuranceCompanies } from '#contract/insurance-companies/endpoints.ts'
import { useAsk } from '#client/lib/query.ts'
import { useSettled } from '#client/lib/use-settled.ts'
import type { FormFieldProps } from '#client/ui/form/use-form-field.ts'
import { fieldsOf } from '#client/ui/form/fields.ts'

const f = fieldsOf<FieldValues>()

interface CompanyFieldProps extends FormFieldProps {
  label: string
  /** The company that is stored, which the search may not find among its first. */
  stored: { readonly id: number; readonly name: string } | null
}

/** How many companies a search shows. */
const shown = 20

/** An insurance company, found by name or alias. */
export const CompanyField = ({ stored, ...field }: CompanyFieldProps) => {
  const [typed, setTyped] = useState('')
  const search = useSettled(typed, 200)
  const { data } = useAsk(
    listInsuranceCompanies,
    { query: { per_page: shown, sort: 'name', ...(search === '' ? {} : { search }) } },
    { keepPrevious: true, staleTime: 60_000 },
  )
  const found = (data?.data ?? []).map(({ id, name, aliases }) => ({
    value: id,
    label: name,
    ...(aliases.length > 0 ? { detail: aliases.join(', ') } : {}),
  }))
  const isFound = stored === null || found.some(({ value }) => value === stored.id)
  const options = isFound ? found : [{ value: stored.id, label: stored.name }, ...found]
  return <f.Combobox {...field} options={options} onSearch={setTyped} placeholder="Search companies" />
}
