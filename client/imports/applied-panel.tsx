import { Undo2, Users } from 'lucide-react'
import { useState } from 'react'
import { getImport, listImports } from '#contract/imports/endpoints.ts'
import type { ImportRun } from '#contract/imports/shapes.ts'
import { enrollmentReads } from '#client/common/student-reads.ts'
import { useTakeBack } from '#client/common/use-undo.ts'
import { formatCount, formatInstant } from '#client/lib/format.ts'
import { Banner } from '#client/ui/states/banner.tsx'
import { Button } from '#client/ui/controls/button.tsx'
import { useConfirm } from '#client/ui/overlays/confirm.tsx'
import { LinkButton } from '#client/ui/controls/link-button.tsx'
import { countsInWords, toWrite } from './import-words.ts'
import { RefusedDownload } from './preview-panel.tsx'
import type { ImportPlace } from './use-file-import.ts'

/** What an import did, the way to its students, and the way back. */
export const AppliedPanel = ({ run, place }: { run: ImportRun; place: ImportPlace }) => {
  const { isUndoing, undo } = useUndoImport(run)
  const { school, period } = place
  return (
    <section aria-label="Result" className="flex flex-col gap-3">
      {run.undone ? (
        <Banner tone="info" title="This import was undone">
          {undoneWords(run.undone)} What somebody had worked on since was left as it is.
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
        {run.undo_change_id !== null && (
          <Button icon={Undo2} busy={isUndoing} onClick={() => void undo()}>
            Undo this import
          </Button>
        )}
      </div>
    </section>
  )
}

/** 'By Dana Whitlock, Nov 20, 2026, 10:00 AM.' */
const undoneWords = ({ at, by }: NonNullable<ImportRun['undone']>): string =>
  by === null ? `${formatInstant(at)}.` : `By ${by}, ${formatInstant(at)}.`

/** What became of the other rows; nothing to say where all were added. */
const detailOf = (run: ImportRun): string | null =>
  run.counts.added === toWrite(run) && run.counts.refused + run.counts.unchanged === 0
    ? null
    : `${countsInWords(run)}.`

const doneWords = (run: ImportRun): string =>
  toWrite(run) === 0
    ? 'Nothing had to be written'
    : `${formatCount(toWrite(run), 'student')} ${run.kind === 'csv' ? 'imported' : 'copied'}`

/** What an undo shows in: the import itself too. */
const undoReads = [...enrollmentReads, getImport, listImports] as const

const useUndoImport = (run: ImportRun) => {
  const confirm = useConfirm()
  const takeBack = useTakeBack(undoReads)
  const [isUndoing, setUndoing] = useState(false)
  const undo = async (): Promise<void> => {
    if (run.undo_change_id === null) return
    const agreed = await confirm({
      title: `Undo the import of ${formatCount(toWrite(run), 'student')}?`,
      message:
        'Who was added leaves this policy year again, new students leave the school, and what was changed goes back to what it was, except where somebody has worked on it since.',
      acceptLabel: 'Undo the import',
      danger: true,
    })
    if (!agreed) return
    setUndoing(true)
    await takeBack(String(run.undo_change_id))
    setUndoing(false)
  }
  return { isUndoing, undo }
}
