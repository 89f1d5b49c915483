import { ArchiveRestore } from 'lucide-react'
import { useState } from 'react'
import {
  listArchivedSchools,
  listSchools,
  listSchoolsForUsers,
  restoreSchool,
} from '#contract/setup/schools/endpoints.ts'
import type { ArchivedSchool } from '#contract/setup/schools/shapes.ts'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { useAsk, useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Dialog } from '#client/platform/ui/overlays/dialog.tsx'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { Ago } from '#client/platform/ui/text/ago.tsx'

/** Renders the archived schools, each with a button that restores it. */
export const ArchivedSchools = ({ handle }: { handle: DialogHandle<null> }) => {
  const archived = useAsk(listArchivedSchools, {})
  return (
    <Dialog {...handle.dialog} title="Archived schools" size="md">
      <Loaded
        of={archived}
        compact
        what="The archived schools"
        who="Only Shipmate Admins can see archived schools."
        rows={2}
        label="Loading archived schools"
      >
        {(schools) =>
          schools.length === 0 ? (
            <p className="text-ink-2">No schools are archived.</p>
          ) : (
            <ul aria-label="Archived schools" className="divide-y divide-line">
              {schools.map((school) => (
                <Line key={school.id} school={school} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  )
}

const Line = ({ school }: { school: ArchivedSchool }) => {
  const toast = useToast()
  const [problem, setProblem] = useState<string | null>(null)
  const { send, isSending } = useSend(restoreSchool, {
    refreshes: [listSchools, listSchoolsForUsers, listArchivedSchools],
    quiet: true,
  })
  const restore = async (): Promise<void> => {
    setProblem(null)
    try {
      await send({ params: { id: school.id } })
      toast.show({ tone: 'success', title: `${school.name} restored` })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
    }
  }
  return (
    <li className="flex flex-col gap-2 py-2.5">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <p className="font-medium break-words">{school.name}</p>
          <p className="text-label text-ink-3">
            Archived <Ago at={school.archived_at} />
          </p>
        </div>
        <Button
          size="sm"
          icon={ArchiveRestore}
          busy={isSending}
          aria-label={`Restore ${school.name}`}
          onClick={() => void restore()}
        >
          Restore
        </Button>
      </div>
      {problem !== null && <Banner tone="danger">{problem}</Banner>}
    </li>
  )
}
