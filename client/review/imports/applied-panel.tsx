import { Undo2, Users } from 'lucide-react'
import { useState } from 'react'
import { getImport, listImports } from '#contract/review/imports/endpoints.ts'
import type { ImportRun } from '#contract/review/imports/shapes.ts'
import { enrollmentReads } from '#client/platform/common/student-reads.ts'
import { useUndoChange } from '#client/platform/common/use-undo.ts'
import { formatCount, formatInstant } from '#client/platform/lib/format.ts'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { useConfirm } from '#client/platform/ui/overlays/confirm.tsx'
import { LinkButton } from '#client/platform/ui/controls/link-button.tsx'
import { countsText, countToSave } from './import-text.ts'
import { MissingStudents } from './missing-students.tsx'
import { RejectedDownload } from './preview-panel.tsx'
import type { ImportPlace } from './use-file-import.ts'

/** Renders the result of an import, a link to its students, and Undo. */
export const AppliedPanel = ({ run, place }: { run: ImportRun; place: ImportPlace }) => {
  const { isUndoing, undo } = useUndoImport(run)
  const { school, period } = place
  return (
    <section aria-label="Result" className="flex flex-col gap-3">
      {run.undone ? (
        <Banner tone="info" title="Import undone">
          {undoneText(run.undone)} Records that were edited after the import didn’t change.
        </Banner>
      ) : (
        <Banner tone="success" title={doneText(run)} actions={<RejectedDownload run={run} />}>
          {detailOf(run)}
        </Banner>
      )}
      <MissingStudents run={run} place={place} />
      <div className="flex flex-wrap items-center gap-2">
        <LinkButton
          variant="primary"
          icon={Users}
          to="/schools/$school/period/$period"
          params={{ school, period }}
        >
          Open student list
        </LinkButton>
        {run.undo_change_id !== null && (
          <Button icon={Undo2} busy={isUndoing} onClick={() => void undo()}>
            Undo import
          </Button>
        )}
      </div>
    </section>
  )
}

/** Returns who undid the import and when: 'By Dana Whitlock, November 20, 2026 at 10:00 a.m.' */
const undoneText = ({ at, by }: NonNullable<ImportRun['undone']>): string =>
  by === null ? formatInstant(at) : `By ${by}, ${formatInstant(at)}`

/** Returns the counts of the other rows; null if all were added. */
const detailOf = (run: ImportRun): string | null =>
  run.counts.added === countToSave(run) && run.counts.refused + run.counts.unchanged === 0
    ? null
    : `${countsText(run)}.`

const doneText = (run: ImportRun): string =>
  countToSave(run) === 0
    ? 'Nothing to import'
    : `${formatCount(countToSave(run), 'student')} ${run.kind === 'csv' ? 'imported' : 'copied'}`

/** Endpoints that show the undo, including the import itself. */
const undoReads = [...enrollmentReads, getImport, listImports] as const

const useUndoImport = (run: ImportRun) => {
  const confirm = useConfirm()
  const undoChange = useUndoChange(undoReads)
  const [isUndoing, setUndoing] = useState(false)
  const undo = async (): Promise<void> => {
    if (run.undo_change_id === null) return
    const agreed = await confirm({
      title: `Undo import of ${formatCount(countToSave(run), 'student')}?`,
      message:
        'This removes the added students from this policy year, removes new students from the school and restores changed values. Records that were edited after the import don’t change.',
      acceptLabel: 'Undo import',
      danger: true,
    })
    if (!agreed) return
    setUndoing(true)
    await undoChange(String(run.undo_change_id))
    setUndoing(false)
  }
  return { isUndoing, undo }
}
