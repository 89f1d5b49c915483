import type { DialogHandle } from '#client/ui/overlays/dialog-host.tsx'
import { useNavigate } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useId, useState } from 'react'
import type { Replied } from '#contract/endpoint.ts'
import type { addStudentToPeriod } from '#contract/student-periods/endpoints.ts'
import { listSchoolPeriods } from '#contract/schools/endpoints.ts'
import type { StudentHit } from '#contract/students/shapes.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { SubmitButton } from '#client/ui/form/form.tsx'
import { useAsk } from '#client/lib/query.ts'
import { AddStudentForm, useAddStudentForm, type AddStudentSubject } from './add-student-form.tsx'
import { AddStudentSearch } from './add-student-search.tsx'
import { fieldsInWords } from './field-words.ts'
import { enrollmentReads } from './student-reads.ts'
import { useUndo } from './use-undo.ts'

export interface AddStudentDialogProps {
  periodId: number
  schoolId: number
  handle: DialogHandle<number>
}

/** The two steps of the dialog: who it is, then what is known of them. */
export const AddStudentSteps = ({ periodId, schoolId, handle }: AddStudentDialogProps) => {
  const [subject, setSubject] = useState<AddStudentSubject | null>(null)
  const [query, setQuery] = useState('')
  const year = usePeriodName(schoolId, periodId)
  const into = year === null ? '' : ` to ${year}`
  if (subject === null)
    return (
      <Dialog
        {...handle.dialog}
        size="md"
        title={`Add a student${into}`}
        description="Look whether the school knows the student already, so that nobody is there twice."
      >
        <AddStudentSearch
          {...{ schoolId, query }}
          onQuery={setQuery}
          onPick={(hit) => setSubject({ kind: 'known', hit })}
          onNew={() => setSubject({ kind: 'new', typed: query })}
        />
      </Dialog>
    )
  return (
    <Details
      key={subject.kind === 'known' ? subject.hit.id : 'new'}
      {...{ periodId, subject, handle, year }}
      onBack={() => setSubject(null)}
    />
  )
}

const usePeriodName = (schoolId: number, periodId: number): string | null => {
  const { data } = useAsk(listSchoolPeriods, { params: { id: schoolId } }, { staleTime: 60_000 })
  return data?.find((period) => period.id === periodId)?.name ?? null
}

interface DetailsProps extends Pick<AddStudentDialogProps, 'periodId' | 'handle'> {
  subject: AddStudentSubject
  year: string | null
  onBack: () => void
}

const Details = ({ periodId, subject, handle, year, onBack }: DetailsProps) => {
  const formId = useId()
  const tell = useTellAdded(year)
  const form = useAddStudentForm({
    periodId,
    subject,
    year,
    onAdded: (added, changeId) => {
      tell(added, changeId)
      handle.close(added.id)
    },
  })
  return (
    <Dialog
      {...handle.dialog}
      size="md"
      title={subject.kind === 'known' ? `Add ${nameOf(subject.hit)}` : 'Add a new student'}
      footer={
        <>
          <Button variant="ghost" icon={ArrowLeft} onClick={onBack} className="mr-auto">
            Back to search
          </Button>
          <SubmitButton form={form} formId={formId}>
            {year === null ? 'Add student' : `Add to ${year}`}
          </SubmitButton>
        </>
      }
    >
      <AddStudentForm {...{ form, formId, subject }} />
    </Dialog>
  )
}

const nameOf = (hit: StudentHit): string => `${hit.first_name} ${hit.last_name}`

type Added = Replied<typeof addStudentToPeriod>

/** Says who was added, with *Undo* and the way there; and what the school knows otherwise and was left as it is. */
const useTellAdded = (year: string | null) => {
  const offerUndo = useUndo(enrollmentReads)
  const navigate = useNavigate()
  return (added: Added, changeId: string | null) => {
    const { student, ignored } = added
    const name = `${student.first_name ?? ''} ${student.last_name ?? ''}`.trim()
    offerUndo({
      changeId,
      title: `${name} added${year === null ? '' : ` to ${year}`}`,
      ...(ignored.length === 0
        ? {}
        : {
            timeout: 0,
            description: `The school knew this student ID already, so ${fieldsInWords(ignored)} stayed as stored.`,
          }),
      more: {
        label: 'Open',
        onAction: () =>
          void navigate({ to: '/student/$student', params: { student: String(added.student_id) } }),
      },
    })
  }
}
