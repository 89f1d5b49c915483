import { useState } from 'react'
import { listStudentPeriodsByStudent } from '#contract/records/student-periods/endpoints.ts'
import { searchStudentsByName } from '#contract/records/students/endpoints.ts'
import type { StudentHit } from '#contract/records/students/shapes.ts'
import { hitDetail } from './hit-text.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { useSettled } from '#client/platform/lib/use-settled.ts'
import { Combobox, type ComboboxOption } from '#client/platform/ui/controls/combobox.tsx'
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

/** Finds students while someone types a name or student ID, from 2 letters on; in one school or, with null, in all. */
export const useStudentSearch = (schoolId: number | null) => {
  const [typed, setTyped] = useState('')
  const wanted = typed.trim()
  const search = useSettled(wanted, 200)
  const isAsked = search.length >= 2
  const { data, isLoading, isPlaceholderData } = useAsk(
    searchStudentsByName,
    { query: { q: search.slice(0, 100), ...(schoolId === null ? {} : { school_id: schoolId }) } },
    { enabled: isAsked, keepPrevious: true, staleTime: 30_000 },
  )
  return {
    found: isAsked ? (data ?? []) : [],
    isSearching: search !== wanted || (isAsked && (isLoading || isPlaceholderData)),
    onSearch: setTyped,
    emptyText: isAsked ? 'No matching students' : 'Type a name or student ID',
  }
}

/** Returns a student as an option, with their school if there are several. */
export const optionOfHit = (hit: StudentHit, hasSchool: boolean): ComboboxOption<number> => ({
  value: hit.id,
  label: listedName(hit),
  detail: hasSchool ? `${hitDetail(hit)} · ${hit.school_name}` : hitDetail(hit),
})

/** Renders the choice of a student by name or student ID. */
export const StudentChoice = ({ schoolId, student, placeholder, except, onChange }: StudentChoiceProps) => {
  const { found, ...search } = useStudentSearch(schoolId)
  const optionOf = (hit: StudentHit) => optionOfHit(hit, schoolId === null)
  return (
    <Field label="Student" hint={student && optionOf(student).detail}>
      <Combobox
        {...search}
        options={found.filter(({ id }) => id !== except).map(optionOf)}
        chosen={student && optionOf(student)}
        value={student?.id ?? null}
        onChange={(id) => onChange([...found, student].find((hit) => hit?.id === id) ?? null)}
        placeholder={placeholder}
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
