import { createFileRoute } from '@tanstack/react-router'
import { enrollmentFields } from '#contract/platform/record/student-period-fields.ts'
import { updateStudentPeriod } from '#contract/records/student-periods/endpoints.ts'
import type { StudentPeriod } from '#contract/records/student-periods/shapes.ts'
import { enrollmentPlaces, enrollmentSections, sectionsOf } from '#client/platform/record/field-places.ts'
import { RecordEditForm, RecordSections } from './record-sections.tsx'
import { usePeriodOptions } from '#client/setup/website/use-period-options.ts'
import { DependentsSection } from './dependents-section.tsx'
import { useEditYear, useSaveYear } from './use-save-year.ts'
import { YearRecord } from './loaded-year.tsx'

/** Renders the enrollment details of one policy year, to view and edit. */
const InfoScreen = () => {
  const { period } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <YearRecord
      period={Number(period)}
      onPeriod={(next) => void navigate({ params: (all) => ({ ...all, period: String(next) }) })}
    >
      {(record) => (
        <>
          <InfoForm record={record} />
          <DependentsSection record={record} />
        </>
      )}
    </YearRecord>
  )
}

const sections = sectionsOf(enrollmentSections, enrollmentPlaces)

const InfoForm = ({ record }: { record: StudentPeriod }) => {
  const save = useSaveYear()
  const options = usePeriodOptions(record.period_id)
  const edit = useEditYear({
    what: 'this policy year',
    part: 'info',
    fields: enrollmentFields,
    schema: updateStudentPeriod.body,
    record,
    save,
  })
  return (
    <RecordEditForm edit={edit} title={`Enrollment ${record.period_name}`}>
      <RecordSections fields={enrollmentFields} sections={sections} options={options} />
    </RecordEditForm>
  )
}

export const Route = createFileRoute('/_signed-in/_numbered/student/$student/policy-years/$period/info')({
  component: InfoScreen,
})
