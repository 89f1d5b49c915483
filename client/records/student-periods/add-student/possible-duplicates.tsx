import type { PossibleDuplicate } from '#contract/records/students/duplicates.ts'
import { formatDay } from '#client/platform/lib/format.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'

interface PossibleDuplicatesProps {
  students: readonly PossibleDuplicate[]
  /** Looks for a student by ID. */
  onShow: (sid: string) => void
}

const titles: Readonly<Record<PossibleDuplicate['same'], string>> = {
  student_id: 'A student with a similar ID exists',
  name_and_birth_date: 'A student with this name and date of birth exists',
  name_and_similar_birth_date: 'A student with this name and a similar date of birth exists',
}

/** Renders the students whom a new one may be. Nothing is added until someone says that it's another person. */
export const PossibleDuplicates = ({ students, onShow }: PossibleDuplicatesProps) => {
  const [first] = students
  if (!first) return null
  return (
    <Banner
      tone="warning"
      className="mb-4"
      title={students.length === 1 ? titles[first.same] : `${students.length} similar students exist`}
    >
      <ul className="my-1 flex flex-col gap-1">
        {students.map(({ id, sid, name, dob }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2 text-ink">
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {name} · {formatDay(dob)} · <span className="tabular">ID {sid}</span>
            </span>
            <Button size="sm" onClick={() => onShow(sid)} aria-label={`Use this student: ${name}`}>
              Use this student
            </Button>
          </li>
        ))}
      </ul>
      <p>If it’s another person, select Add anyway.</p>
    </Banner>
  )
}
