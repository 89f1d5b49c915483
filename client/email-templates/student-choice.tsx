import { useState } from 'react'
import { listStudentPeriodsByStudent } from '#contract/student-periods/endpoints.ts'
import { searchStudentsByName } from '#contract/students/endpoints.ts'
import type { StudentHit } from '#contract/students/shapes.ts'
import { hitDetail } from '#client/common/hit-text.ts'
import { useAsk } from '#client/lib/query.ts'
import { useSettled } from '#client/lib/use-settled.ts'
import { Combobox } from '#client/ui/controls/combobox.tsx'
import { Field } from '#client/ui/controls/field.tsx'
import { listedName } from '#contract/person-name.ts'

interface StudentChoiceProps {
  /** The school whose students can be chosen; null for all. */
  schoolId: number | null
  student: StudentHit | null
  onChange: (student: StudentHit | null) => void
}

/** Renders the choice of a student whose values an email shows; empty for an invented person. */
export const StudentChoice = ({ schoolId, student, onChange }: StudentChoiceProps) => {
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim(), 200).slice(0, 100)
  const { data } = useAsk(
    searchStudentsByName,
    { query: { q: search, ...(schoolId === null ? {} : { school_id: schoolId }) } },
    { enabled: search.length >= 2, keepPrevious: true, staleTime: 30_000 },
  )
  const found = search.length >= 2 ? (data ?? []) : []
  const options = student && !found.some(({ id }) => id === student.id) ? [student, ...found] : found
  return (
    <Field label="Student">
      <Combobox
        options={options.map((hit) => ({
          value: hit.id,
          label: listedName(hit),
          detail: schoolId === null ? `${hitDetail(hit)} · ${hit.school_name}` : hitDetail(hit),
        }))}
        value={student?.id ?? null}
        onChange={(id) => onChange(options.find((hit) => hit.id === id) ?? null)}
        onSearch={setTyped}
        placeholder="An invented person"
        emptyText={search.length >= 2 ? 'No matching students' : 'Type a name or student ID'}
      />
    </Field>
  )
}

/** Returns the latest student-period of a student; null for none, undefined while it loads. */
export const useLatestPeriod = (student: StudentHit | null): number | null | undefined => {
  const { data } = useAsk(
    listStudentPeriodsByStudent,
    { params: { id: student?.id ?? 0 } },
    { enabled: student !== null, staleTime: 60_000 },
  )
  return student === null ? null : data === undefined ? undefined : (data[0]?.id ?? null)
}
