import { Autocomplete } from '@base-ui/react/autocomplete'
import { useEffect, useState } from 'react'
import type { CompanyOfStudents } from '#contract/records/insurance-companies/shapes.ts'
import { otherCompanyOf } from '#contract/setup/period-documents/form-fields.ts'
import type { SiteField } from '#contract/setup/site/form-page.ts'
import { describedBy, FieldFrame } from '#client/setup/site/field.tsx'
import { labelOf, useFieldWords } from '#client/setup/site/words/field-words.ts'
import { useWords } from '#client/setup/site/words/words.ts'
import type { TypedForm } from './answers.ts'
import type { FormCalls } from './calls.ts'
import type { StudentFormState } from './use-student-form.ts'

interface CompanyInputProps {
  field: SiteField
  calls: FormCalls
  state: StudentFormState
}

/** Milliseconds without a key before the typed name is searched. */
const pauseBeforeSearch = 200

/** Renders a company that is found by typing its name. A name that no company has is kept as typed. */
export const CompanyInput = ({ field, calls, state }: CompanyInputProps) => {
  const words = useWords()
  const fieldWords = useFieldWords()
  const { name, is_required: isRequired } = field
  const id = `field-${name}`
  const help = field.help ?? words.company_help
  const error = state.errors[name]
  const { text, found, chosen, type } = useCompany(name, calls, state)
  return (
    <FieldFrame id={id} label={labelOf(field, fieldWords)} {...{ isRequired, help, error }}>
      <Autocomplete.Root<CompanyOfStudents>
        items={found ?? []}
        filter={null}
        itemToStringValue={(company) => company.name}
        value={text}
        autoHighlight
        onValueChange={(next, { reason }) => type(next, reason === 'item-press')}
      >
        <Autocomplete.Input
          id={id}
          aria-required={isRequired}
          autoComplete="off"
          {...describedBy(id, help, error)}
        />
        <Options />
      </Autocomplete.Root>
      <output className="site-quiet">
        {found?.length === 0 ? words.company_none : (chosen?.member_id_hint ?? '')}
      </output>
    </FieldFrame>
  )
}

const Options = () => (
  <Autocomplete.Portal>
    <Autocomplete.Positioner className="site site-popup" sideOffset={4} align="start">
      <Autocomplete.Popup className="site-options">
        <Autocomplete.List>
          {(company: CompanyOfStudents) => (
            <Autocomplete.Item key={company.id} value={company}>
              {company.name}
            </Autocomplete.Item>
          )}
        </Autocomplete.List>
      </Autocomplete.Popup>
    </Autocomplete.Positioner>
  </Autocomplete.Portal>
)

/** Keeps the typed name, the companies it finds and the chosen one. */
const useCompany = (name: string, calls: FormCalls, { typed, change }: StudentFormState) => {
  const chosen = typed.companies[name] ?? null
  const [text, setText] = useState(chosen?.name ?? typed.values[otherCompanyOf(name) ?? ''] ?? '')
  const found = useFound(chosen?.name === text ? '' : text, calls)
  return {
    text,
    found,
    chosen,
    type: (next: string, isChosen: boolean): void => {
      const company = isChosen ? found?.find((one) => one.name === next) : undefined
      setText(next)
      change((former) => (company ? withCompany(former, name, company) : withTyped(former, name, next)))
    },
  }
}

const withCompany = (
  { values, companies }: TypedForm,
  name: string,
  company: CompanyOfStudents,
): Partial<TypedForm> => ({
  values: { ...values, [name]: String(company.id) },
  companies: { ...companies, [name]: company },
})

/** Keeps a typed name as that of another company. */
const withTyped = ({ values, companies }: TypedForm, name: string, text: string): Partial<TypedForm> => {
  const { [name]: _id, ...otherValues } = values
  const { [name]: _company, ...otherCompanies } = companies
  const other = otherCompanyOf(name)
  return {
    values: { ...otherValues, ...(other === null ? {} : { [other]: text }) },
    companies: otherCompanies,
  }
}

interface Found {
  readonly text: string
  readonly companies: readonly CompanyOfStudents[]
}

/** Returns the companies that a typed name finds; null while they aren’t known, or if too little is typed. */
const useFound = (text: string, calls: FormCalls): readonly CompanyOfStudents[] | null => {
  const [found, setFound] = useState<Found | null>(null)
  const sought = text.trim()
  useEffect(() => {
    if (sought.length < 2) return undefined
    let isPast = false
    const timer = setTimeout(async () => {
      // a search that fails leaves the typed name, which can be sent as it is
      const companies = await calls.searchCompanies(sought).catch(() => null)
      if (!isPast && companies) setFound({ text: sought, companies })
    }, pauseBeforeSearch)
    return () => {
      isPast = true
      clearTimeout(timer)
    }
  }, [sought, calls])
  return found?.text === sought ? found.companies : null
}
