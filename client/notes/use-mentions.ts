import { useMemo } from 'react'
import { listFiles } from '#contract/documents/endpoints.ts'
import { documentMention, fieldMention, type FieldScreen } from '#contract/rich-text.ts'
import type { RecordField } from '#contract/record-field.ts'
import { enrollmentFields, insuranceFields, statusFields } from '#contract/student-periods/fields.ts'
import { studentFields } from '#contract/students/fields.ts'
import { useStudentOverview, yearOf, type StudentOverview } from '#client/common/student-overview.tsx'
import { useAsk } from '#client/lib/query.ts'
import type { Mentions } from '#client/ui/rich-text/mention-control.tsx'

/** What a note about the student may mention: fields of the student and of the current policy year, and documents. */
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

const fieldsOf = (overview: StudentOverview): Mentions['options'][number][] => {
  const { id } = overview.student
  const year = yearOf(overview)
  const options = (fields: Readonly<Record<string, RecordField>>, on: FieldScreen, detail: string) =>
    Object.entries(fields)
      .filter(([, { readOnly }]) => readOnly !== true)
      .map(([name, { label }]) => ({ value: fieldMention(id, on, name), label, detail }))
  return [
    ...options(studentFields, 'overview', 'Student'),
    ...(year
      ? [
          ...options(statusFields, 'overview', year.period_name),
          ...options(enrollmentFields, { period: year.period_id, screen: 'info' }, year.period_name),
          ...options(
            insuranceFields,
            { period: year.period_id, screen: 'insurance-details' },
            year.period_name,
          ),
        ]
      : []),
  ]
}
