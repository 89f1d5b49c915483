import { createFileRoute } from '@tanstack/react-router'
import { useWatch } from 'react-hook-form'
import { dayField } from '#contract/platform/record/record-field.ts'
import { enrollmentFields } from '#contract/platform/record/student-period-fields.ts'
import { updateStudentPeriod } from '#contract/records/student-periods/endpoints.ts'
import type { StudentPeriod, StudentPeriodChange } from '#contract/records/student-periods/shapes.ts'
import { enrollmentPlaces, enrollmentSections, sectionsOf } from '#client/platform/record/field-places.ts'
import { RecordEditForm, RecordSections } from './record-sections.tsx'
import { usePeriodOptions } from '#client/setup/website/use-period-options.ts'
import { PlannedChange } from './planned-change.tsx'
import { useEditYear, useSaveYear } from './use-save-year.ts'
import { YearRecord } from './loaded-year.tsx'

/** Renders the academics and fees of one policy year, to view and edit. */
const InfoScreen = () => {
  return (
    <YearRecord>
      {(record) => (
        <>
          <div className="mt-4 empty:hidden">
            <PlannedChange record={record} />
          </div>
          <InfoForm record={record} />
        </>
      )}
    </YearRecord>
  )
}

const fields = { ...enrollmentFields, effective_on: dayField('Effective date') }
const sections = sectionsOf(enrollmentSections, enrollmentPlaces)
const { academic_status: academicStatus, ...otherPlaces } = enrollmentPlaces
const datedSections = sectionsOf(enrollmentSections, {
  academic_status: academicStatus,
  effective_on: { section: 'Academics', width: 'short' },
  ...otherPlaces,
})

const InfoForm = ({ record }: { record: StudentPeriod }) => {
  const saveYear = useSaveYear()
  // the date is that of a new academic status
  const save = (year: StudentPeriod, changes: StudentPeriodChange, version: number) => {
    const { effective_on: _unused, ...others } = changes
    return saveYear(year, changes.academic_status === undefined ? others : changes, version)
  }
  const options = usePeriodOptions(record.period_id)
  const edit = useEditYear({
    what: 'this student’s academics and fees',
    part: 'info',
    fields,
    schema: updateStudentPeriod.body,
    record,
    save,
  })
  const status = useWatch({ control: edit.form.methods.control, name: 'academic_status' })
  const isDated = status !== null && status !== record.academic_status
  return (
    <RecordEditForm edit={edit} title={`Academics and fees ${record.period_name}`}>
      <RecordSections fields={fields} sections={isDated ? datedSections : sections} options={options} />
    </RecordEditForm>
  )
}

export const Route = createFileRoute('/_signed-in/_numbered/student/$student/policy-years/$period/info')({
  component: InfoScreen,
})
