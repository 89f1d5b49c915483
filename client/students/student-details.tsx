import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { listHistoryEntries } from '#contract/history/endpoints.ts'
import { getStudent, getStudentOverview, updateStudent } from '#contract/students/endpoints.ts'
import { studentFields } from '#contract/students/fields.ts'
import { student as studentShape, type Student } from '#contract/students/shapes.ts'
import { RecordEditForm, RecordSections, type RecordSection } from '#client/common/record-sections.tsx'
import { statusReads } from '#client/common/student-reads.ts'
import { latestEntry, savedByOf } from '#client/common/last-saved.ts'
import { useRecordEdit } from '#client/common/use-record-edit.ts'
import { useUndo } from '#client/common/use-undo.ts'
import { call } from '#client/lib/call.ts'
import { keyOf, useSend } from '#client/lib/query.ts'
import { Button } from '#client/ui/button.tsx'
import { SsnReveal } from './ssn-reveal.tsx'
import { ssnOwnerOf, StudentFacts } from './student-facts.tsx'

interface StudentDetailsProps {
  student: Student
  isEditing: boolean
  onEdit: (on: boolean) => void
}

/** Who the student is: to read, or to edit in place. */
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

/** The focus goes into the form when it opens, and back to the button that opened it: neither outlives the other. */
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

type Field = keyof typeof studentFields

/** Grouped as staff think; each field as wide as its data. */
const sections: readonly RecordSection<Field>[] = [
  {
    title: 'Name',
    why: 'As the carrier and the school know them.',
    fields: [
      ['first_name', 'col-span-6 sm:col-span-2'],
      ['middle_initial', 'col-span-2'],
      ['last_name', 'col-span-4 sm:col-span-2'],
      ['prior_last_name', 'col-span-6 sm:col-span-3'],
    ],
  },
  {
    title: 'Person',
    why: 'What eligibility checks ask for.',
    fields: [
      ['dob', 'col-span-3 sm:col-span-2'],
      ['gender', 'col-span-3 sm:col-span-2'],
      ['include_dependents', 'col-span-3 sm:col-span-2'],
      ['ssn', 'col-span-6 sm:col-span-4'],
      ['npi_number', 'col-span-3 sm:col-span-2'],
    ],
  },
  {
    title: 'At the school',
    why: 'The ID must be the only one of its kind in the school.',
    fields: [
      ['sid', 'col-span-3 sm:col-span-2'],
      ['uid', 'col-span-3 sm:col-span-2'],
    ],
  },
  {
    title: 'Contact',
    why: 'Letters and emails go here.',
    fields: [
      ['university_email', 'col-span-6 sm:col-span-3'],
      ['personal_email', 'col-span-6 sm:col-span-3'],
      ['phone', 'col-span-6 sm:col-span-2'],
    ],
  },
  {
    title: 'Address',
    why: 'In the US a state and a ZIP; elsewhere as it is written there.',
    fields: [
      ['address_1', 'col-span-6'],
      ['address_2', 'col-span-6'],
      ['city', 'col-span-6 sm:col-span-3'],
      ['state', 'col-span-3 sm:col-span-2'],
      ['zip', 'col-span-3 sm:col-span-1'],
      ['country', 'col-span-6 sm:col-span-3'],
    ],
  },
]

const StudentForm = ({ student, onDone }: { student: Student; onDone: () => void }) => {
  // what the person read: a later answer does not change it under their hands
  const [base] = useState(student)
  const save = useSaveStudent()
  const edit = useRecordEdit<Student>({
    what: 'this student',
    fields: studentFields,
    schema: updateStudent.body,
    record: base,
    // an SSN is in no draft
    draft: { form: `student:${base.id}`, except: ['ssn'] },
    save: (changes, version) => save(base.id, changes, version),
    onSaved: onDone,
    readSavedBy: async () =>
      savedByOf(await call(listHistoryEntries, { query: { student_id: base.id, ...latestEntry } })),
    readStale: (data) => studentShape.safeParse(data).data ?? null,
  })
  return (
    <RecordEditForm edit={edit} title="Details" onClose={onDone}>
      <RecordSections
        edit={edit}
        fields={studentFields}
        sections={sections}
        asides={{ ssn: <SsnReveal owner={ssnOwnerOf(base)} mask={base.ssn} hidesMask /> }}
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
    offerUndo({ changeId, title: `${reply.first_name} ${reply.last_name} saved` })
    return reply
  }
}
