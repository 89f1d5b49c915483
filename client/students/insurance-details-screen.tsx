import { createFileRoute } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import {
  coverageLabels,
  coverages,
  isCoverageStatus,
  statusCatalogue,
  type Coverage,
} from '#contract/coverage/choices.ts'
import type { RecordField, RecordFields } from '#contract/record-field.ts'
import { updateInsuranceDetails } from '#contract/student-periods/endpoints.ts'
import { insuranceFields, statusFieldOf } from '#contract/student-periods/fields.ts'
import type { StudentPeriod } from '#contract/student-periods/shapes.ts'
import { CompanyField } from '#client/common/company-field.tsx'
import { CoveragePill } from '#client/common/coverage-pill.tsx'
import { RecordFieldInput } from '#client/common/record-field-input.tsx'
import { RecordEditForm } from '#client/common/record-sections.tsx'
import type { FormValues } from '#client/common/record-values.ts'
import { cx } from '#client/ui/cx.ts'
import type { RecordForm } from '#client/ui/form/use-record-form.ts'
import { useEditYear } from './use-edit-year.ts'
import { useSaveInsurance } from './use-save-year.ts'
import { YearRecord } from './year-record.tsx'

/** The waive and enroll facts of the three lines in one policy year. */
const InsuranceDetailsScreen = () => {
  const { period } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <YearRecord
      period={Number(period)}
      onPeriod={(next) => void navigate({ params: (all) => ({ ...all, period: String(next) }) })}
    >
      {(record) => <InsuranceForm record={record} />}
    </YearRecord>
  )
}

/** Written fields only: the company's name follows its number. */
const fields: RecordFields = Object.fromEntries(
  Object.entries<RecordField>(insuranceFields).filter(([, field]) => field.readOnly !== true),
)

const InsuranceForm = ({ record }: { record: StudentPeriod }) => {
  const save = useSaveInsurance()
  const edit = useEditYear({
    what: 'these insurance details',
    part: 'insurance',
    fields,
    schema: updateInsuranceDetails.body,
    record,
    save,
  })
  return (
    <RecordEditForm edit={edit} title={`Insurance details ${record.period_name}`}>
      {coverages.map((coverage) => (
        <Line key={coverage} coverage={coverage} record={record} form={edit.form} />
      ))}
    </RecordEditForm>
  )
}

interface LineProps {
  coverage: Coverage
  record: StudentPeriod
  form: RecordForm<FormValues>
}

const familyOf = (record: StudentPeriod, coverage: Coverage) => {
  const status = record[statusFieldOf(coverage)]
  return isCoverageStatus(status) ? { status, family: statusCatalogue[status].family } : null
}

const Line = ({ coverage, record, form }: LineProps) => {
  const known = familyOf(record, coverage)
  return (
    <section aria-label={coverageLabels[coverage]} className="border-t border-line pt-4 first:border-t-0">
      <div className="mb-2 flex items-center gap-3">
        <h3 className="text-section font-semibold">{coverageLabels[coverage]}</h3>
        {known && <CoveragePill status={known.status} />}
      </div>
      <Facts
        title="Waiver"
        part="waive"
        isOpen={known?.family === 'waived'}
        {...{ coverage, record, form }}
      />
      <Facts
        title="Enrollment"
        part="enroll"
        isOpen={known?.family === 'enrolled'}
        {...{ coverage, record, form }}
      />
    </section>
  )
}

interface FactsProps extends LineProps {
  title: string
  part: 'waive' | 'enroll'
  /** Only what applies to the status is open at first. */
  isOpen: boolean
}

/** Columns of the grid, where a field needs more or less than a third of it. */
const wide = /_(insurance_name_other|insurance_plan_name|insurance_underwriter|insurance_address_[12])$/
const narrow = /_(insurance_state|insurance_zip)$/

const spanOf = (name: string): string => {
  if (wide.test(name)) return 'col-span-6 sm:col-span-3'
  return narrow.test(name) ? 'col-span-3 sm:col-span-1' : 'col-span-6 sm:col-span-2'
}

/** 'Medical group number' → 'Group number' under its line. */
const labelOf = (label: string, coverage: Coverage): string => {
  const rest = label.replace(`${coverageLabels[coverage]} `, '')
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}

const Facts = ({ title, part, isOpen, coverage, record, form }: FactsProps) => {
  const [open, setOpen] = useState(isOpen)
  const id = useId()
  const names = Object.keys(fields).filter((name) => name.startsWith(`${coverage}_${part}_`))
  const filled = names.filter((name) => Reflect.get(record, name) !== null).length
  return (
    <div className="mb-1">
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
        {title}
        <span className="tabular text-label font-normal text-ink-3">
          {filled} of {names.length} filled
        </span>
      </button>
      {/* kept mounted: what is typed and what is wrong stays known while it is folded */}
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

const Fact = ({ name, coverage, record, form }: LineProps & { name: string }): ReactNode => {
  const field = fields[name]
  if (!field) return null
  const label = labelOf(field.label, coverage)
  if (name.endsWith('_waive_insurance_company_id'))
    return (
      <CompanyField
        form={form}
        name={name}
        label={label}
        className="col-span-6 sm:col-span-3"
        stored={storedCompany(record, coverage)}
      />
    )
  return <RecordFieldInput form={form} name={name} field={field} label={label} className={spanOf(name)} />
}

const storedCompany = (record: StudentPeriod, coverage: Coverage) => {
  const [id, name] = [
    record[`${coverage}_waive_insurance_company_id`],
    record[`${coverage}_waive_insurance_company`],
  ]
  return id === null || name === null ? null : { id, name }
}

export const Route = createFileRoute(
  '/_signed-in/_numbered/student/$student/policy-years/$period/insurance-details',
)({ component: InsuranceDetailsScreen })
