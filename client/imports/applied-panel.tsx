import { Undo2, Users } from 'lucide-react'
import { useState } from 'react'
import type { ImportRun } from '#contract/imports/shapes.ts'
import { enrollmentReads } from '#client/common/student-reads.ts'
import { useTakeBack } from '#client/common/use-undo.ts'
import { formatCount } from '#client/lib/format.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { useConfirm } from '#client/ui/confirm.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { countsInWords, toWrite } from './import-words.ts'
import { RefusedDownload } from './preview-panel.tsx'
import type { ImportPlace } from './use-file-import.ts'

/** What an import did, the way to its students, and the way back. */
export const AppliedPanel = ({ run, place }: { run: ImportRun; place: ImportPlace }) => {
  const { isUndone, isUndoing, undo } = useUndoImport(run)
  const { school, period } = place
  return (
    <section aria-label="Result" className="flex flex-col gap-3">
      {isUndone ? (
        <Banner tone="info" title="This import was undone">
          Names, addresses and other details of the students themselves stay as imported, and so does what
          somebody has worked on since.
        </Banner>
      ) : (
        <Banner tone="success" title={doneWords(run)} actions={<RefusedDownload run={run} />}>
          {detailOf(run)}
        </Banner>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <LinkButton
          variant="primary"
          icon={Users}
          to="/schools/$school/period/$period"
          params={{ school, period }}
        >
          Open the student list
        </LinkButton>
        {run.change_id !== null && !isUndone && (
          <Button icon={Undo2} busy={isUndoing} onClick={() => void undo()}>
            Undo this import
          </Button>
        )}
      </div>
    </section>
  )
}

/** What became of the other rows; nothing to say where all were added. */
const detailOf = (run: ImportRun): string | null =>
  run.counts.added === toWrite(run) && run.counts.refused + run.counts.unchanged === 0
    ? null
    : `${countsInWords(run)}.`

const doneWords = (run: ImportRun): string =>
  toWrite(run) === 0
    ? 'Nothing had to be written'
    : `${formatCount(toWrite(run), 'student')} ${run.kind === 'csv' ? 'imported' : 'copied'}`

const useUndoImport = (run: ImportRun) => {
  const confirm = useConfirm()
  const takeBack = useTakeBack(enrollmentReads)
  const [isUndone, setUndone] = useState(false)
  const [isUndoing, setUndoing] = useState(false)
  const undo = async (): Promise<void> => {
    if (run.change_id === null) return
    const agreed = await confirm({
      title: `Undo the import of ${formatCount(toWrite(run), 'student')}?`,
      message:
        'Who was added leaves this policy year again, and enrollments go back to what they were, except where somebody has worked on them since. Names, addresses and other details of the students themselves stay as imported.',
      acceptLabel: 'Undo the import',
      danger: true,
    })
    if (!agreed) return
    setUndoing(true)
    setUndone(await takeBack(String(run.change_id)))
    setUndoing(false)
  }
  return { isUndone, isUndoing, undo }
}
