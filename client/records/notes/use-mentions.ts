import { useMemo } from 'react'
import { listFiles } from '#contract/records/documents/endpoints.ts'
import { documentMention, fieldMention } from '#contract/platform/rich-text.ts'
import type { RecordField } from '#contract/platform/record/record-field.ts'
import {
  enrollmentFields,
  insuranceFields,
  statusFields,
} from '#contract/platform/record/student-period-fields.ts'
import type { StudentPolicyYear } from '#contract/records/students/shapes.ts'
import { studentFields } from '#contract/platform/record/student-fields.ts'
import {
  useStudentOverview,
  yearOf,
  type StudentOverview,
} from '#client/platform/record/student-overview.tsx'
import { useAsk } from '#client/platform/lib/query.ts'
import type { Mentions } from '#client/platform/ui/rich-text/mention-control.tsx'

/**
 * Returns what a note about the student can mention: fields of the student and of their policy years, and documents.
 */
export const useMentions = (): Mentions => {
  const overview = useStudentOverview()
  const { id } = overview.student
  const { data: files } = useAsk(listFiles, { params: { id }, query: {} })
  return useMemo(
    () => ({
      student: id,
      options: [
        ...(files ?? []).map((file) => ({
          value: documentMention(id, file.id),
          label: file.name,
          detail: 'Document',
        })),
        ...fieldsOf(overview),
      ],
    }),
    [id, files, overview],
  )
}

type Option = Mentions['options'][number]

const optionsOf = (
  fields: Readonly<Record<string, RecordField>>,
  detail: string,
  addressOf: (name: string) => string,
): Option[] =>
  Object.entries(fields)
    .filter(([, { readOnly }]) => readOnly !== true)
    .map(([name, { label }]) => ({ value: addressOf(name), label, detail }))

/** Returns the student's own fields, those of the current policy year, then those of the other years, with the year. */
const fieldsOf = (overview: StudentOverview): Option[] => {
  const { id } = overview.student
  const current = yearOf(overview)
  const onOverview = (name: string) => fieldMention(id, 'overview', name)
  const others = overview.student_periods.filter((year) => year !== current)
  return [
    ...optionsOf(studentFields, 'Student', onOverview),
    ...(current ? optionsOf(statusFields, current.period_name, onOverview) : []),
    ...(current ? fieldsOfYear(id, current) : []),
    ...others.flatMap((year) =>
      fieldsOfYear(id, year).map((option) => ({ ...option, label: `${option.label} ${year.period_name}` })),
    ),
  ]
}

const fieldsOfYear = (id: number, { period_id: period, period_name: name }: StudentPolicyYear): Option[] => {
  const on = (screen: 'info' | 'insurance-details') => (field: string) =>
    fieldMention(id, { period, screen }, field)
  return [
    ...optionsOf(enrollmentFields, name, on('info')),
    ...optionsOf(insuranceFields, name, on('insurance-details')),
  ]
}
