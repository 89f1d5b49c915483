import { useEffect, useEffectEvent, useState } from 'react'
import { foldText } from '#contract/platform/fold-text.ts'
import type { CompanyOfStudents } from '#contract/records/insurance-companies/shapes.ts'
import { otherCompanyOf } from '#contract/setup/period-documents/form-fields.ts'
import type { SiteField } from '#contract/setup/site/form-page.ts'
import { describedBy, FieldFrame } from '#client/setup/site/field.tsx'
import { OfficeText } from '#client/setup/site/text.tsx'
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

/**
 * Renders a company that is found by typing its name, in the browser’s own list of suggestions. A name that no company has is
 * kept as typed.
 */
export const CompanyInput = ({ field, calls, state }: CompanyInputProps) => {
  const words = useWords()
  const fieldWords = useFieldWords()
  const { name, is_required: isRequired } = field
  const id = `field-${name}`
  const help = field.help ?? words.company_help
  const error = state.errors[name]
  const { text, found, chosen, type } = useCompany(name, calls, state)
  return (
    <FieldFrame
      id={id}
      label={<OfficeText text={labelOf(field, fieldWords)} />}
      {...{ isRequired, help, error }}
    >
      <input
        id={id}
        list={`${id}-found`}
        aria-required={isRequired}
        autoComplete="off"
        value={text}
        {...describedBy(id, help, error)}
        onChange={(event) => type(event.target.value)}
      />
      <datalist id={`${id}-found`}>
        {found?.map((company) => (
          <option key={company.id} value={company.name}>
            {company.name}
          </option>
        ))}
      </datalist>
      <output className="site-quiet">
        {chosen
          ? (chosen.member_id_hint ?? `${chosen.name} ✓`)
          : found?.length === 0
            ? words.company_none
            : ''}
      </output>
    </FieldFrame>
  )
}

/** Keeps the typed name and the companies it finds. The company whose whole name is typed, or picked, is the chosen one. */
const useCompany = (name: string, calls: FormCalls, { typed, change }: StudentFormState) => {
  const chosen = typed.companies[name] ?? null
  const [text, setText] = useState(chosen?.name ?? typed.values[otherCompanyOf(name) ?? ''] ?? '')
  const [found, setFound] = useState<readonly CompanyOfStudents[] | null>(null)
  const take = (next: string, among: readonly CompanyOfStudents[] | null): void => {
    const company = among?.find((one) => foldText(one.name) === foldText(next))
    change((former) => (company ? withCompany(former, name, company) : withTyped(former, name, next)))
  }
  const receive = useEffectEvent((companies: readonly CompanyOfStudents[]) => {
    setFound(companies)
    take(text, companies)
  })
  const sought = chosen ? '' : text.trim()
  useEffect(() => {
    if (sought.length < 2) return undefined
    let isPast = false
    const timer = setTimeout(async () => {
      // a search that fails leaves the typed name, which can be sent as it is
      const companies = await calls.searchCompanies(sought).catch(() => null)
      if (!isPast && companies) receive(companies)
    }, pauseBeforeSearch)
    return () => {
      isPast = true
      clearTimeout(timer)
    }
  }, [sought, calls])
  return {
    text,
    found: sought.length < 2 ? null : found,
    chosen,
    type: (next: string): void => {
      setText(next)
      take(next, found)
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
