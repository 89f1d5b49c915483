import { Link } from '@tanstack/react-router'
import type { listDefaultEnrollmentStudents } from '#contract/review/default-enrollments/endpoints.ts'
import type { listSetupDifferenceStudents } from '#contract/review/setup-differences/endpoints.ts'
import { call } from '#client/platform/lib/call.ts'
import { useGrowingList } from '#client/platform/lib/growing-list.ts'
import { keyOf } from '#client/platform/lib/query.ts'
import { ShowMore } from '#client/platform/ui/controls/show-more.tsx'
import { Sheet } from '#client/platform/ui/overlays/sheet.tsx'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'

/** A group whose students are shown. */
export interface ShownGroup {
  readonly key: string
  readonly title: string
}

interface GroupSheetProps {
  /** Lists the students. */
  endpoint: typeof listDefaultEnrollmentStudents | typeof listSetupDifferenceStudents
  periodId: number
  group: ShownGroup
  onClose: () => void
}

/** Renders the students of a group in a side panel. */
export const GroupSheet = ({ endpoint, periodId, group, onClose }: GroupSheetProps) => {
  const students = useGrowingList([...keyOf(endpoint), periodId, group.key], ({ page, per_page }, options) =>
    call(
      endpoint,
      {
        params: { id: String(periodId) },
        query: { page: String(page), per_page: String(per_page), group: group.key },
      },
      options,
    ),
  )
  return (
    <Sheet open title={group.title} onClose={onClose}>
      <div className="flex flex-col gap-3 px-5 pb-5">
        <Loaded
          of={students}
          compact
          what="The students"
          who="Only Shipmate Admins can see these students."
          rows={6}
          label="Loading students"
        >
          {(rows) => (
            <ul className="divide-y divide-line">
              {rows.map(({ student_id: id, name, sid }) => (
                <li key={id} className="flex min-h-9 items-center justify-between gap-3">
                  <Link to="/student/$student" params={{ student: String(id) }} className="font-medium">
                    {name}
                  </Link>
                  <span className="text-label text-ink-3">{sid}</span>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
        <ShowMore list={students} />
      </div>
    </Sheet>
  )
}
