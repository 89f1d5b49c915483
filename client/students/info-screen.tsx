import { createFileRoute } from '@tanstack/react-router'
import { enrollmentFields, type EnrollmentField } from '#contract/student-periods/fields.ts'
import { updateStudentPeriod } from '#contract/student-periods/endpoints.ts'
import type { StudentPeriod } from '#contract/student-periods/shapes.ts'
import { RecordEditForm, RecordSections, type RecordSection } from '#client/common/record-sections.tsx'
import { usePeriodOptions } from '#client/common/use-period-options.ts'
import { DependentsSection } from './dependents-section.tsx'
import { useEditYear } from './use-edit-year.ts'
import { useSaveYear } from './use-save-year.ts'
import { YearRecord } from './year-record.tsx'

/** What is known of the enrollment in one policy year, to read and to edit. */
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

const third = 'col-span-3 sm:col-span-2'
const half = 'col-span-6 sm:col-span-3'

/** Grouped as staff think. */
const sections: readonly RecordSection<EnrollmentField>[] = [
  {
    title: 'Studies',
    why: 'A change of the academic status moves the coverage lines: a leave starts or ends, leaving ends coverage.',
    fields: [
      ['academic_status', third],
      ['status', third],
      ['graduation_year', third],
      ['program', half],
      ['campus', half],
      ['rotation_location', third],
      ['expected_start_on', third],
      ['expected_graduation_on', third],
    ],
  },
  {
    title: 'Leave of absence',
    why: 'Kept with the record after the return.',
    fields: [
      ['loa_start_on', third],
      ['loa_end_on', third],
      ['loa_reason', 'col-span-6'],
    ],
  },
  {
    title: 'Latest submission',
    why: 'From the form that the student sent last.',
    fields: [
      ['confirmation_number', third],
      ['signature', half],
      ['signature_date', third],
      ['requested_enrollment_on', third],
      ['comment', 'col-span-6'],
    ],
  },
  {
    title: 'Dates',
    why: 'When aid pays, and when a waiver is looked at again.',
    fields: [
      ['disbursement_on', third],
      ['reverify_on', third],
    ],
  },
  {
    title: 'Supplemental fees',
    why: 'Beside the premium.',
    fields: [
      ['admin_fee', third],
      ['on_call_fee', third],
      ['ltd_premium', third],
      ['life_premium', third],
      ['add_premium', third],
    ],
  },
]

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
      <RecordSections edit={edit} fields={enrollmentFields} sections={sections} options={options} />
    </RecordEditForm>
  )
}

export const Route = createFileRoute('/_signed-in/_numbered/student/$student/policy-years/$period/info')({
  component: InfoScreen,
})
