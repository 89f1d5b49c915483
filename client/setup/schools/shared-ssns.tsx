import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { listHeldSsns } from '#contract/records/students/endpoints.ts'
import type { HeldSsn } from '#contract/records/students/shapes.ts'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { call } from '#client/platform/lib/call.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { FormSection } from '#client/platform/ui/form/form.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { listedName } from '#contract/platform/person-name.ts'

type Student = NonNullable<HeldSsn['held_by']>

/**
 * Renders the section of students whose SSN another student of the school has. Loads them only on request, because each
 * look is logged like a revealed SSN.
 */
export const SharedSsns = ({ schoolId }: { schoolId: number }) => {
  const [students, setStudents] = useState<readonly HeldSsn[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isLoading, setLoading] = useState(false)
  const show = async (): Promise<void> => {
    setLoading(true)
    setProblem(null)
    try {
      setStudents(await call(listHeldSsns, { params: { id: schoolId } }))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
    } finally {
      setLoading(false)
    }
  }
  return (
    <FormSection
      title="Shared SSNs"
      why="Students with an SSN that another student of this school already has. Their SSN isn’t sent to carriers until you correct one of the two."
    >
      <div className="col-span-6 flex flex-col items-start gap-3">
        {problem !== null && (
          <Banner tone="danger" className="self-stretch">
            {problem}
          </Banner>
        )}
        {students && <SharedList students={students} />}
        <div>
          <Button busy={isLoading} onClick={() => void show()}>
            {students ? 'Check again' : 'Show students with shared SSNs'}
          </Button>
          <p className="mt-1 text-label text-ink-3">Each view is logged like a revealed SSN.</p>
        </div>
      </div>
    </FormSection>
  )
}

const SharedList = ({ students }: { students: readonly HeldSsn[] }) =>
  students.length === 0 ? (
    <output>No two students share an SSN.</output>
  ) : (
    <ul aria-label="Students with shared SSNs" className="-my-2 divide-y divide-line self-stretch">
      {students.map(({ ssn, held_by, ...student }) => (
        <li key={student.id} className="py-2">
          <p className="font-medium">
            <StudentLink student={student} />
          </p>
          <p className="text-label break-words text-ink-2">
            {ssn} ·{' '}
            {held_by ? (
              <>
                Same as <StudentLink student={held_by} />
              </>
            ) : (
              'No other student has it anymore. Enter it again to send it.'
            )}
          </p>
        </li>
      ))}
    </ul>
  )

const StudentLink = ({ student }: { student: Student }) => (
  <Link
    to="/student/$student"
    params={{ student: String(student.id) }}
    className="underline-offset-2 hover:underline"
  >{`${listedName(student)} (${student.sid})`}</Link>
)
