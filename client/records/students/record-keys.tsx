import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { fullName } from '#contract/platform/person-name.ts'
import type { Student, StudentPolicyYear } from '#contract/records/students/shapes.ts'
import { getStudentOverview } from '#contract/records/students/endpoints.ts'
import { StatusChanges } from '#client/platform/coverage/status-changes.tsx'
import { formatNumber } from '#client/platform/lib/format.ts'
import { askOptions } from '#client/platform/lib/query.ts'
import { useScreenKeys } from '#client/platform/ui/focus/screen-keys.ts'
import { MenuAt } from '#client/platform/ui/overlays/menu.tsx'
import { TurnButton } from '#client/platform/ui/overlays/turn-button.tsx'
import { useWriteNote } from '#client/records/notes/use-write-note.ts'
import { leftList } from '#client/records/student-periods/state/left-list.ts'
import { useStudentPlace } from '#client/records/student-periods/state/left-rows.ts'

/** The element of the record’s statuses, below which their menu opens. */
export const statusesId = 'record-statuses'

interface RecordKeysProps {
  student: Student
  /** The policy year whose statuses the header shows. */
  year: StudentPolicyYear | undefined
}

interface Point {
  readonly x: number
  readonly y: number
}

const belowStatuses = (): Point => {
  const box = document.getElementById(statusesId)?.getBoundingClientRect()
  return { x: box?.left ?? 0, y: box?.bottom ?? 0 }
}

/**
 * Handles the keys of a student’s record, and renders where the student is in the list that they were opened from, with
 * buttons to the previous and next one.
 */
export const RecordKeys = ({ student, year }: RecordKeysProps) => {
  const [menuAt, setMenuAt] = useState<Point | null>(null)
  const place = useStudentPlace(student.id)
  const goTo = useGoToStudent()
  useLoadedAhead(place?.next ?? null)
  const turn = (id: number | null | undefined) => (id == null ? undefined : () => goTo(id))
  const [previous, next] = [turn(place?.previous), turn(place?.next)]
  const write = useWriteHere(student)
  useScreenKeys('Student', [
    { keys: ['j'], label: 'Next student of the list', act: next },
    { keys: ['k'], label: 'Previous student of the list', act: previous },
    { keys: ['n'], label: 'Write a note about the student', act: unlessErased(student, write) },
    {
      keys: ['s'],
      label: 'Change a status',
      act: unlessErased(student, year && (() => setMenuAt(belowStatuses()))),
    },
    { keys: ['Escape'], label: 'Close the record', act: useCloseRecord(student, year) },
  ])
  return (
    <>
      {menuAt && year && (
        <MenuAt {...menuAt} onClose={() => setMenuAt(null)}>
          <StatusChanges id={year.id} />
        </MenuAt>
      )}
      {place && (
        <>
          <span className="tabular text-ink-2">
            {formatNumber(place.position)} of {formatNumber(place.total)}
          </span>
          <TurnButton icon={ChevronLeft} label="Previous student" letter="K" onPress={previous} />
          <TurnButton icon={ChevronRight} label="Next student" letter="J" onPress={next} />
        </>
      )}
    </>
  )
}

/** Returns an act that changes the record; undefined if the record was erased. */
const unlessErased = <T,>({ erased_at }: Student, act: T): T | undefined =>
  erased_at === null ? act : undefined

/** Opens the same part of another student’s record; the browser’s Back still leads to the list. */
const useGoToStudent = () => {
  const navigate = useNavigate()
  return (id: number): void =>
    void navigate({
      to: '.',
      params: (former: object) => ({ ...former, student: String(id) }),
      replace: true,
    })
}

/** Opens the list of the policy year, as it was left. */
const useCloseRecord = ({ school_id }: Student, year: StudentPolicyYear | undefined) => {
  const navigate = useNavigate()
  const school = String(school_id)
  return (): void =>
    void (year
      ? navigate({
          to: '/schools/$school/period/$period',
          params: { school, period: String(year.period_id) },
          search: leftList(year.period_id),
        })
      : navigate({ to: '/schools/$school/period', params: { school } }))
}

const useLoadedAhead = (id: number | null): void => {
  const client = useQueryClient()
  useEffect(() => {
    if (id !== null) void client.prefetchQuery(askOptions(client, getStudentOverview, { params: { id } }))
  }, [client, id])
}

/** Among the notes, the screen’s own editor takes the focus; elsewhere a dialog opens. */
const useWriteHere = (student: Student) => {
  const navigate = useNavigate()
  const isAtNotes = useRouterState({ select: ({ location }) => location.pathname.endsWith('/notes') })
  const write = useWriteNote()
  return (): void => {
    if (!isAtNotes) return write(student.id, fullName(student))
    const params = { student: String(student.id) }
    void navigate({ to: '/student/$student/notes', params, search: { new: true } })
  }
}
