import { TriangleAlert } from 'lucide-react'
import { isCoverageStatus, statusCatalogue, type Coverage } from '#contract/platform/coverage/choices.ts'
import type { RecordField } from '#contract/platform/record/record-field.ts'
import { insuranceFields, statusFieldOf } from '#contract/platform/record/student-period-fields.ts'
import type { StudentPeriod } from '#contract/records/student-periods/shapes.ts'
import { fieldFact } from '#client/platform/record/field-fact.tsx'
import { formatList } from '#client/platform/lib/format.ts'
import { Facts, type Fact } from '#client/platform/ui/text/facts.tsx'
import { namesIn } from './insurance-facts.tsx'

type Part = 'waive' | 'enroll'

interface InsuranceTextProps {
  coverage: Coverage
  record: StudentPeriod
  /** Each part with whether the status needs it. */
  parts: readonly { readonly title: string; readonly part: Part; readonly applies: boolean }[]
}

/** Renders what is known of a coverage type’s insurance as text, and what its status needs and is missing. */
export const InsuranceText = ({ coverage, record, parts }: InsuranceTextProps) => {
  const shown = parts
    .map((one) => ({
      ...one,
      facts: factsOf(coverage, one.part, record),
      missing: one.applies ? missingIn(coverage, one.part, record) : [],
    }))
    .filter(({ facts, missing }) => facts.length > 0 || missing.length > 0)
  if (shown.length === 0) return <p className="text-ink-2">No insurance details yet.</p>
  return (
    <div className="flex flex-col gap-4">
      {shown.map(({ part, title, facts, missing }) => (
        <div key={part} className="flex flex-col gap-2">
          <h4 className="font-medium">{title}</h4>
          {missing.length > 0 && (
            <p className="flex items-center gap-1.5 text-warning-text">
              <TriangleAlert size={15} aria-hidden className="shrink-0" />
              Missing: {formatList(missing)}
            </p>
          )}
          <Facts facts={facts} />
          {part === 'enroll' && isUncharged(coverage, record) && (
            <p className="text-ink-2">The premium isn’t charged, because the student isn’t enrolled.</p>
          )}
        </div>
      ))}
    </div>
  )
}

/** Whether a premium stays in the record that the bursar doesn’t charge: coverage was voided or never started. */
const isUncharged = (coverage: Coverage, record: StudentPeriod): boolean => {
  const status = record[statusFieldOf(coverage)]
  return (
    record[`${coverage}_enroll_premium`] !== null &&
    isCoverageStatus(status) &&
    // on a leave, what was covered before it is charged
    !['enrolled', 'loa'].includes(statusCatalogue[status].family)
  )
}

const labelOf = (name: string): string => {
  const field: RecordField | undefined = Reflect.get(insuranceFields, name)
  return field?.line?.label ?? field?.label ?? name
}

const valueOf = (record: StudentPeriod, name: string): string | number | boolean | null =>
  // the names are those of the record’s fields
  Reflect.get(record, name) as string | number | boolean | null

/** The fields with values; a company is told by its name, not its ID. */
const factsOf = (coverage: Coverage, part: Part, record: StudentPeriod): Fact[] =>
  namesIn(coverage, part)
    .map((name) => (name.endsWith('_insurance_company_id') ? name.slice(0, -'_id'.length) : name))
    .flatMap((name): Fact[] => {
      const value = valueOf(record, name)
      return value === null || value === '' ? [] : [[labelOf(name), fieldFact(name, value)]]
    })

/** What staff can’t do without: to verify a waiver, and to tell the carrier and the bursar of an enrollment. */
const needed: Readonly<Record<Part, readonly string[]>> = {
  waive: ['waive_insurance_company', 'waive_member_subscriber_number'],
  enroll: ['enroll_coverage_start_on', 'enroll_coverage_end_on', 'enroll_premium'],
}

const missingIn = (coverage: Coverage, part: Part, record: StudentPeriod): string[] =>
  needed[part]
    .map((name) => `${coverage}_${name}`)
    .filter((name) => {
      const other = name.endsWith('_waive_insurance_company')
        ? valueOf(record, `${coverage}_waive_insurance_name_other`)
        : null
      return valueOf(record, name) === null && other === null
    })
    .map((name) => labelOf(name).toLowerCase())
