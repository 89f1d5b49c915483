import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { listHistoryEntries } from '#contract/platform/history/endpoints.ts'
import { getStudent, getStudentOverview, updateStudent } from '#contract/records/students/endpoints.ts'
import { studentFields } from '#contract/platform/record/student-fields.ts'
import { student as studentShape, type Student } from '#contract/records/students/shapes.ts'
import { sectionsOf, studentPlaces, studentSections } from '#client/platform/record/field-places.ts'
import { RecordEditForm, RecordSections } from './record-sections.tsx'
import { statusReads } from '#client/platform/common/student-reads.ts'
import { latestEntry, savedByOf } from '#client/platform/edit/last-saved.ts'
import { useRecordEdit } from './use-record-edit.ts'
import { useUndo } from '#client/platform/common/use-undo.ts'
import { call } from '#client/platform/lib/call.ts'
import { keyOf, useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { SsnReveal } from './ssn-reveal.tsx'
import { ssnOwnerOf, StudentFacts } from './student-facts.tsx'
import { fullName } from '#contract/platform/person-name.ts'

interface StudentDetailsProps {
  student: Student
  isEditing: boolean
  onEdit: (on: boolean) => void
}

/** Renders the student's details, to view or edit in place. */
export const StudentDetails = ({ student, isEditing, onEdit }: StudentDetailsProps) => (
  <div ref={useFocusAcross(isEditing)} className="contents">
    {isEditing ? (
      <StudentForm student={student} onDone={() => onEdit(false)} />
    ) : (
      <StudentFacts
        student={student}
        action={
          <Button size="sm" onClick={() => onEdit(true)}>
            Edit details
          </Button>
        }
      />
    )}
  </div>
)

/** Moves the focus into the form when it opens, and back to the button when it closes. */
const useFocusAcross = (isEditing: boolean) => {
  const place = useRef<HTMLDivElement>(null)
  const before = useRef(isEditing)
  useEffect(() => {
    if (before.current === isEditing) return
    before.current = isEditing
    place.current?.querySelector<HTMLElement>(isEditing ? 'input' : 'button')?.focus()
  }, [isEditing])
  return place
}

const sections = sectionsOf(studentSections, studentPlaces)

const StudentForm = ({ student, onDone }: { student: Student; onDone: () => void }) => {
  const save = useSaveStudent()
  const edit = useRecordEdit<Student>({
    what: 'this student',
    fields: studentFields,
    schema: updateStudent.body,
    record: student,
    // SSNs are never in a draft
    draft: { form: `student:${student.id}`, except: ['ssn'] },
    save: (changes, version) => save(student.id, changes, version),
    onSaved: onDone,
    readSavedBy: async () =>
      savedByOf(await call(listHistoryEntries, { query: { student_id: student.id, ...latestEntry } })),
    readStale: (data) => studentShape.safeParse(data).data ?? null,
  })
  return (
    <RecordEditForm edit={edit} title="Details" onClose={onDone}>
      <RecordSections
        fields={studentFields}
        sections={sections}
        asides={{ ssn: <SsnReveal owner={ssnOwnerOf(student)} mask={student.ssn} hidesMask /> }}
      />
    </RecordEditForm>
  )
}

const useSaveStudent = () => {
  const client = useQueryClient()
  const offerUndo = useUndo([...statusReads, getStudent])
  const { send } = useSend(updateStudent, { refreshes: [...statusReads, getStudent], quiet: true })
  return async (id: number, changes: object, version: number): Promise<Student> => {
    const { reply, changeId } = await send({ params: { id }, body: { ...changes, version } })
    await client.invalidateQueries({ queryKey: keyOf(getStudentOverview) })
    offerUndo({ changeId, title: `${fullName(reply)} saved` })
    return reply
  }
}
