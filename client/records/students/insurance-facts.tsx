import { ChevronRight } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { useFormState, useWatch, type FieldValues } from 'react-hook-form'
import { isAdmin } from '#contract/platform/access.ts'
import { statusCatalogue, type Coverage } from '#contract/platform/coverage/choices.ts'
import type { RecordField, RecordFields } from '#contract/platform/record/record-field.ts'
import { listPlanPremiums } from '#contract/records/student-periods/endpoints.ts'
import { insuranceFields } from '#contract/platform/record/student-period-fields.ts'
import type { StudentPeriod } from '#contract/records/student-periods/shapes.ts'
import { useUser } from '#client/platform/common/current-user.tsx'
import { fieldPlaces } from '#client/platform/record/field-places.ts'
import { RecordFieldInput } from '#client/platform/record/record-field-input.tsx'
import type { FormValues } from '#client/platform/record/record-values.ts'
import { useCompanySearch } from '#client/records/insurance-companies/use-company-search.ts'
import { formatMoney } from '#client/platform/lib/format.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { widths, type FormFieldProps } from '#client/platform/ui/form/use-form-field.ts'
import type { RecordForm } from '#client/platform/ui/form/use-record-form.ts'
import { useMentionedField } from './use-mentioned.ts'

type InsuranceField = keyof typeof insuranceFields

/** Returns the form fields of a section of a coverage type, in order. */
export const namesIn = (coverage: Coverage, part: 'waive' | 'enroll'): InsuranceField[] =>
  // Object.keys loses the key type; the keys are those of the fields.
  (Object.keys(insuranceFields) as InsuranceField[]).filter((name) => {
    const { line }: RecordField = insuranceFields[name]
    return line?.coverage === coverage && fieldPlaces[name].section === part
  })

/** Editable fields only: the company's name follows its ID. */
export const insuranceFormFields: RecordFields = Object.fromEntries(
  Object.entries<RecordField>(insuranceFields).filter(([, field]) => field.readOnly !== true),
)

/** Renders a coverage type in the form of its record. */
export interface LineProps {
  coverage: Coverage
  record: StudentPeriod
  form: RecordForm<FormValues>
}

/** Returns whether a coverage type is edited: someone asked for it, or a field must be seen. */
export const useEditing = (coverage: Coverage, form: RecordForm<FormValues>) => {
  const call = useCall([...namesIn(coverage, 'waive'), ...namesIn(coverage, 'enroll')], form)
  const [isOn, setOn] = useState(call !== '')
  // it stays on after a save, so that the fields don't go away under the pointer
  if (call !== '' && !isOn) setOn(true)
  return { isOn, begin: () => setOn(true) }
}

interface InsuranceFactsProps extends LineProps {
  title: string
  part: 'waive' | 'enroll'
  /** At first, only the section that applies to the status is open. */
  isOpen: boolean
}

/**
 * Renders the fields of a section of a coverage type, collapsed if it doesn't apply, with the number of filled
 * fields.
 */
export const InsuranceDetails = ({ title, part, isOpen, coverage, record, form }: InsuranceFactsProps) => {
  const id = useId()
  const names = namesIn(coverage, part)
  const call = useCall(names, form)
  const [open, setOpen] = useState(isOpen || call !== '')
  const [heard, setHeard] = useState(call)
  if (call !== heard) {
    setHeard(call)
    if (call !== '') setOpen(true)
  }
  const filled = names.filter((name) => Reflect.get(record, name) !== null).length
  return (
    <div className="isolate mb-1">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        className="flex min-h-9 w-full items-center gap-2 rounded-control px-1 text-left font-medium hover:bg-hover"
        onClick={() => setOpen(!open)}
      >
        <ChevronRight
          size={15}
          aria-hidden
          className={cx('text-ink-3 transition-transform', open && 'rotate-90')}
        />
        {title}{' '}
        <span className="tabular text-label font-normal text-ink-3">
          {filled} of {names.length} fields filled in
        </span>
      </button>
      {/* kept mounted: typed text and errors stay while it's collapsed */}
      <div id={id} hidden={!open} className="pt-2 pb-5 pl-7">
        <div className="grid grid-cols-6 items-start gap-x-3 gap-y-4">
          {names.map((name) => (
            <Fact key={name} {...{ name, coverage, record, form }} />
          ))}
        </div>
      </div>
    </div>
  )
}

/**
 * Returns why a collapsed section must open: a mentioned field, an error, or a change, for example from a restored
 * draft. A different text opens it again; '' for none.
 */
const useCall = (names: readonly string[], form: RecordForm<FormValues>): string => {
  const mentioned = useMentionedField()
  const { errors, dirtyFields, submitCount } = useFormState({ control: form.methods.control })
  const isIn = (fields: object): boolean => names.some((name) => Object.hasOwn(fields, name))
  if (isIn(errors)) return `wrong ${submitCount}`
  if (mentioned !== null && names.includes(mentioned)) return mentioned
  return isIn(dirtyFields) ? 'changed' : ''
}

const Fact = ({ name, coverage, record, form }: LineProps & { name: InsuranceField }): ReactNode => {
  const field: RecordField = insuranceFields[name]
  const label = field.line?.label ?? field.label
  const { width } = fieldPlaces[name]
  if (field.format === 'company')
    return (
      <div className={widths[width]} data-mention={`field-${name}`}>
        <CompanyField name={name} label={label} stored={storedCompany(record, coverage)} />
      </div>
    )
  const below =
    (name === `${coverage}_enroll_premium` && <PlanPremium {...{ coverage, record, form }} />) ||
    (name === `${coverage}_waive_verified_on` && <ClearedDate {...{ coverage, record, form }} />)
  return <RecordFieldInput {...{ name, field, label, width, below }} />
}

const storedCompany = (record: StudentPeriod, coverage: Coverage) => {
  const [id, name] = [
    record[`${coverage}_waive_insurance_company_id`],
    record[`${coverage}_waive_insurance_company`],
  ]
  return id === null || name === null ? null : { id, name }
}

/**
 * Renders the plan's premium for the saved tier and term below a premium that differs. *Use this premium* fills the
 * field; the user still decides and saves.
 */
const PlanPremium = ({ coverage, record, form }: LineProps) => {
  const id = useId()
  const user = useUser()
  const { data } = useAsk(listPlanPremiums, { params: { id: record.id } })
  const [premium, start, end] = [
    `${coverage}_enroll_premium`,
    `${coverage}_enroll_coverage_start_on`,
    `${coverage}_enroll_coverage_end_on`,
  ] as const
  const typed: unknown = useWatch({ control: form.methods.control, name: premium })
  const { dirtyFields } = useFormState({ control: form.methods.control, name: [start, end] })
  const said = data?.find((one) => one.coverage === coverage)
  // unsaved dates would change the premium
  if (!said || typed === said.premium || start in dirtyFields || end in dirtyFields) return null
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-label text-ink-3">
      <p id={id}>
        Plan premium: <span className="tabular">{formatMoney(said.premium)}</span> for{' '}
        {statusCatalogue[said.tier].label}.
      </p>
      {isAdmin(user) && (
        <button
          type="button"
          aria-describedby={id}
          className="min-h-6 rounded-pill font-medium text-accent-text hover:underline"
          onClick={() => {
            form.methods.setValue(premium, said.premium, { shouldDirty: true })
            // the button disappears
            form.methods.setFocus(premium)
          }}
        >
          Use this premium
        </button>
      )}
    </div>
  )
}

/** Says that a change of the insurance company clears the date on which the former one was verified. */
const ClearedDate = ({ coverage, record, form }: LineProps) => {
  const [company, date] = [`${coverage}_waive_insurance_company_id`, `${coverage}_waive_verified_on`] as const
  const { dirtyFields } = useFormState({ control: form.methods.control, name: [company, date] })
  if (record[company] === null || record[date] === null || !(company in dirtyFields) || date in dirtyFields)
    return null
  return (
    <p className="mt-1 text-label text-ink-3">
      Saving clears this date. It’s when coverage with the former company was verified.
    </p>
  )
}

const f = fieldsOf<FieldValues>()

interface CompanyFieldProps extends FormFieldProps {
  label: string
  /** The saved company, which may not be among the first search results. */
  stored: { readonly id: number; readonly name: string } | null
}

/** Renders a field to find an insurance company by name or alias. */
const CompanyField = ({ stored, ...field }: CompanyFieldProps) => {
  const { companies, ...search } = useCompanySearch()
  const found = companies.map(({ id, name, aliases }) => ({
    value: id,
    label: name,
    ...(aliases.length > 0 ? { detail: aliases.join(', ') } : {}),
  }))
  const chosen = stored && { value: stored.id, label: stored.name }
  return <f.Combobox {...field} {...search} options={found} chosen={chosen} placeholder="Search companies" />
}
