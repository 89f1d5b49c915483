import { useState } from 'react'
import { listStudentPeriodsByStudent } from '#contract/records/student-periods/endpoints.ts'
import { searchStudentsByName } from '#contract/records/students/endpoints.ts'
import type { StudentHit } from '#contract/records/students/shapes.ts'
import { hitDetail } from './hit-text.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { useSettled } from '#client/platform/lib/use-settled.ts'
import { Combobox } from '#client/platform/ui/controls/combobox.tsx'
import { Field } from '#client/platform/ui/controls/field.tsx'
import { listedName } from '#contract/platform/person-name.ts'

interface StudentChoiceProps {
  /** The school whose students can be chosen; null for all. */
  schoolId: number | null
  student: StudentHit | null
  /** What no student stands for. */
  placeholder?: string
  /** A student who can’t be chosen. */
  except?: number
  onChange: (student: StudentHit | null) => void
}

/** Renders the choice of a student by name or student ID. */
export const StudentChoice = ({ schoolId, student, placeholder, except, onChange }: StudentChoiceProps) => {
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim(), 200).slice(0, 100)
  const { data } = useAsk(
    searchStudentsByName,
    { query: { q: search, ...(schoolId === null ? {} : { school_id: schoolId }) } },
    { enabled: search.length >= 2, keepPrevious: true, staleTime: 30_000 },
  )
  const found = search.length >= 2 ? (data ?? []).filter(({ id }) => id !== except) : []
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
        {...(placeholder === undefined ? {} : { placeholder })}
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
