import { useNavigate } from '@tanstack/react-router'
import { Archive } from 'lucide-react'
import { useState } from 'react'
import { archiveSchool, listSchools, listSchoolsForUsers } from '#contract/schools/endpoints.ts'
import type { School } from '#contract/schools/shapes.ts'
import { ApiError } from '#client/lib/api-error.ts'
import { useSend } from '#client/lib/query.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { useConfirm } from '#client/ui/confirm.tsx'
import { FormSection } from '#client/ui/form/form.tsx'
import { useToast } from '#client/ui/toast.tsx'

/** Takes a school that has no students out of every list. */
export const ArchiveSection = ({ school }: { school: School }) => {
  const confirm = useConfirm()
  const toast = useToast()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string | null>(null)
  // the school itself is left, not read again
  const { send, isSending } = useSend(archiveSchool, {
    refreshes: [listSchools, listSchoolsForUsers],
    quiet: true,
  })
  const archive = async (): Promise<void> => {
    const isSure = await confirm({
      title: `Archive ${school.name}?`,
      message:
        'It leaves every list, its staff no longer reach it, and its files are no longer shown. This cannot be undone here.',
      acceptLabel: 'Archive school',
      danger: true,
      mustType: school.name,
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
    <FormSection title="Archive" why="For a school without students that is no longer administered.">
      <div className="col-span-6 flex flex-col items-start gap-3">
        {problem !== null && (
          <Banner tone="danger" className="self-stretch">
            {problem}
          </Banner>
        )}
        <Button icon={Archive} busy={isSending} onClick={() => void archive()}>
          Archive this school…
        </Button>
      </div>
    </FormSection>
  )
}
