import { Link } from '@tanstack/react-router'
import type { z } from 'zod/mini'
import type { groupStudent } from '#contract/review/default-enrollments/shapes.ts'
import { useGrowingList, type ReadPage } from '#client/platform/lib/growing-list.ts'
import { ShowMore } from '#client/platform/ui/controls/show-more.tsx'
import { Sheet } from '#client/platform/ui/overlays/sheet.tsx'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'

/** A group whose students are shown. */
export interface ShownGroup {
  readonly key: string
  readonly title: string
}

interface GroupSheetProps {
  title: string
  /** Starts with the key of the endpoint that lists the students. */
  listKey: readonly unknown[]
  read: ReadPage<z.output<typeof groupStudent>>
  onClose: () => void
}

/** Renders the students of a group in a side panel. */
export const GroupSheet = ({ title, listKey, read, onClose }: GroupSheetProps) => {
  const students = useGrowingList(listKey, read)
  return (
    <Sheet open title={title} onClose={onClose}>
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
