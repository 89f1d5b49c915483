import { Users } from 'lucide-react'
import { getImport, listImports, listMissingStudents } from '#contract/review/imports/endpoints.ts'
import type { ImportRun } from '#contract/review/imports/shapes.ts'
import { enrollmentReads } from '#client/platform/common/student-reads.ts'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { formatCount } from '#client/platform/lib/format.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { LinkButton } from '#client/platform/ui/controls/link-button.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { useState } from 'react'
import type { ImportPlace } from './use-file-import.ts'

/** The filter of the student list with the students whom the latest whole roster doesn't have. */
const isMissing = {
  missing_from_roster: {
    operator: 'and' as const,
    constraints: [{ match_mode: 'equals' as const, value: true }],
  },
}

interface MissingStudentsProps {
  run: ImportRun
  place: ImportPlace
}

/** Renders the students of the policy year who aren't in the file, once someone says that it's the whole roster. */
export const MissingStudents = ({ run, place: { school, period } }: MissingStudentsProps) => {
  const { list, message, isSending } = useListMissing(run.id)
  if (run.kind !== 'csv' || run.held || run.undone) return null
  if (run.missing === null)
    return (
      <Banner
        tone="info"
        title="Is this file the whole roster?"
        actions={
          <Button size="sm" busy={isSending} onClick={() => void list()}>
            List missing students
          </Button>
        }
      >
        <p>
          If it is, Shipmate can list the students in this policy year who aren’t in the file. No one is
          removed.
        </p>
        {message !== null && <p className="font-medium">{message}</p>}
      </Banner>
    )
  if (run.missing === 0)
    return <Banner tone="info">Every active student in this policy year is in this file.</Banner>
  return (
    <Banner
      tone="warning"
      title={`${formatCount(run.missing, 'student')} in this policy year ${run.missing === 1 ? 'isn’t' : 'aren’t'} in this file`}
      actions={
        <LinkButton
          size="sm"
          icon={Users}
          to="/schools/$school/period/$period"
          params={{ school, period }}
          search={{ filters: isMissing }}
        >
          Open in student list
        </LinkButton>
      }
    >
      No one was removed. In the list, select them to change their status or remove them.
    </Banner>
  )
}

const useListMissing = (id: number) => {
  const [message, setMessage] = useState<string | null>(null)
  const { send, isSending } = useSend(listMissingStudents, {
    refreshes: [getImport, listImports, ...enrollmentReads],
    quiet: true,
  })
  const list = async (): Promise<void> => {
    setMessage(null)
    try {
      await send({ params: { id }, body: {} })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setMessage(error.message)
    }
  }
  return { list, message, isSending }
}
