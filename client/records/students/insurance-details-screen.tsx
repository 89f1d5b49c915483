import { createFileRoute } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import {
  coverageLabels,
  coverages,
  isCoverageStatus,
  statusCatalogue,
  type Coverage,
} from '#contract/platform/coverage/choices.ts'
import { updateInsuranceDetails } from '#contract/records/student-periods/endpoints.ts'
import { withinSentence } from '#contract/platform/letter-case.ts'
import { statusFieldOf } from '#contract/platform/record/student-period-fields.ts'
import type { StudentPeriod } from '#contract/records/student-periods/shapes.ts'
import type { EligibilityReport } from '#contract/review/verifications/shapes.ts'
import { CoveragePill } from '#client/platform/coverage/coverage-pill.tsx'
import { isCheckable } from '#client/records/eligibility/checkable.ts'
import { LineCheck } from '#client/records/eligibility/line-check.tsx'
import { useChecks } from '#client/records/eligibility/use-checks.ts'
import { FormsSection } from '#client/records/forms/evidence/forms-section.tsx'
import { FormPart, RecordEditForm } from './record-sections.tsx'
import { statusReads } from '#client/platform/common/student-reads.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { InsuranceDetails, insuranceFormFields, useEditing, type LineProps } from './insurance-facts.tsx'
import { InsuranceText } from './insurance-text.tsx'
import { useEditYear, useSaveInsurance } from './use-save-year.ts'
import { YearRecord } from './loaded-year.tsx'

/** Renders the waiver and enrollment fields of the 3 coverage types in one policy year. */
const InsuranceDetailsScreen = () => {
  return (
    <YearRecord>
      {(record) => (
        <>
          <FormsSection
            key={record.id}
            studentPeriod={record.id}
            place={{ school: record.school_id, period: record.period_id }}
            className="mb-4"
          />
          <InsuranceForm record={record} />
        </>
      )}
    </YearRecord>
  )
}

const InsuranceForm = ({ record }: { record: StudentPeriod }) => {
  const save = useSaveInsurance()
  const checks = useChecks({
    about: { student_period_id: record.id },
    years: [record.id],
    refreshes: statusReads,
  })
  const edit = useEditYear({
    what: 'these insurance details',
    part: 'insurance',
    fields: insuranceFormFields,
    schema: updateInsuranceDetails.body,
    record,
    save,
  })
  return (
    <RecordEditForm
      isInParts
      edit={edit}
      title={`Insurance details ${record.period_name}`}
      nameOf={(field) => insuranceFormFields[field]?.label}
    >
      {coverages.map((coverage) => (
        <FormPart key={coverage} edit={edit}>
          <Line coverage={coverage} record={record} form={edit.form} checks={checks.data} />
        </FormPart>
      ))}
    </RecordEditForm>
  )
}

const familyOf = (record: StudentPeriod, coverage: Coverage) => {
  const status = record[statusFieldOf(coverage)]
  return isCoverageStatus(status) ? { status, family: statusCatalogue[status].family } : null
}

interface CheckedLineProps extends LineProps {
  /** The checks of the policy year, newest first; undefined until they’re loaded. */
  checks: readonly EligibilityReport[] | undefined
}

const Line = ({ coverage, record, form, checks }: CheckedLineProps) => {
  const latest = checks?.find(({ coverage_type }) => coverage_type === coverage)
  const known = familyOf(record, coverage)
  const editing = useEditing(coverage, form)
  const parts = [
    { title: 'Waiver', part: 'waive', applies: known?.family === 'waived' },
    { title: 'Enrollment', part: 'enroll', applies: known?.family === 'enrolled' },
  ] as const
  return (
    <section
      aria-label={coverageLabels[coverage]}
      className={cx('pt-4', coverage !== coverages[0] && 'mt-4 border-t border-line')}
    >
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="text-section font-semibold">{coverageLabels[coverage]}</h3>
        {known && <CoveragePill status={known.status} />}
        {!editing.isOn && <EditButton {...{ coverage, record }} onPress={editing.begin} />}
      </div>
      {checks && (
        <Check {...{ coverage, record, latest }} isPossible={known !== null && isCheckable(known.status)} />
      )}
      {editing.isOn ? (
        parts.map(({ applies, ...part }) => (
          <InsuranceDetails key={part.part} {...part} isOpen={applies} {...{ coverage, record, form }} />
        ))
      ) : (
        <InsuranceText parts={parts} {...{ coverage, record }} />
      )}
    </section>
  )
}

interface CheckProps extends Pick<LineProps, 'coverage' | 'record'> {
  latest: EligibilityReport | undefined
  isPossible: boolean
}

const Check = ({ coverage, record, latest, isPossible }: CheckProps) =>
  (latest || isPossible) && (
    <LineCheck student={record.student_id} studentPeriod={record.id} {...{ coverage, latest }} />
  )

interface EditButtonProps extends Pick<LineProps, 'coverage' | 'record'> {
  onPress: () => void
}

const EditButton = ({ coverage, record, onPress }: EditButtonProps) =>
  record.student.erased_at === null && (
    <Button
      size="sm"
      icon={Pencil}
      className="ml-auto"
      aria-label={`Edit ${withinSentence(coverageLabels[coverage])} insurance`}
      onClick={onPress}
    >
      Edit
    </Button>
  )

export const Route = createFileRoute(
  '/_signed-in/_numbered/student/$student/policy-years/$period/insurance-details',
)({ component: InsuranceDetailsScreen })
