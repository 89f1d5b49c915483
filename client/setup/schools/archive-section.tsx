import { useNavigate } from '@tanstack/react-router'
import { Archive } from 'lucide-react'
import { useState } from 'react'
import {
  archiveSchool,
  checkSchoolArchive,
  listArchivedSchools,
  listSchools,
  listSchoolsForUsers,
} from '#contract/setup/schools/endpoints.ts'
import type { School } from '#contract/setup/schools/shapes.ts'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { afresh, useAsk, useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { FormSection } from '#client/platform/ui/form/form.tsx'
import { useConfirm } from '#client/platform/ui/overlays/confirm.tsx'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { freshly, Loaded } from '#client/platform/ui/states/loaded.tsx'

/** Renders the section that archives a school, or says why it can’t be archived. */
export const ArchiveSection = ({ school }: { school: School }) => {
  const check = useAsk(checkSchoolArchive, { params: { id: school.id } }, afresh)
  return (
    <FormSection title="Archive" why="For a school you no longer administer. You can restore it later.">
      <div className="col-span-6 flex flex-col items-start gap-3">
        <Loaded
          of={freshly(check)}
          compact
          what="Whether the school can be archived"
          who="Only Shipmate Admins can archive schools."
          rows={1}
          label="Checking whether the school can be archived"
        >
          {({ problem }) => (problem === null ? <ArchiveButton school={school} /> : <p>{problem}</p>)}
        </Loaded>
      </div>
    </FormSection>
  )
}

const ArchiveButton = ({ school }: { school: School }) => {
  const confirm = useConfirm()
  const toast = useToast()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string | null>(null)
  // leaves the school without reloading it
  const { send, isSending } = useSend(archiveSchool, {
    refreshes: [listSchools, listSchoolsForUsers, listArchivedSchools],
    quiet: true,
  })
  const archive = async (): Promise<void> => {
    const isSure = await confirm({
      title: `Archive ${school.name}?`,
      message:
        'The school disappears from all lists, its staff lose access, and its site and files stop showing. You can restore it from the list of schools.',
      acceptLabel: 'Archive school',
      danger: true,
    })
    if (!isSure) return
    try {
      await send({ params: { id: school.id } })
      toast.show({ tone: 'success', title: `${school.name} archived` })
      void navigate({ to: '/', ignoreBlocker: true })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
    }
  }
  return (
    <>
      {problem !== null && (
        <Banner tone="danger" className="self-stretch">
          {problem}
        </Banner>
      )}
      <Button icon={Archive} busy={isSending} onClick={() => void archive()}>
        Archive school…
      </Button>
    </>
  )
}
