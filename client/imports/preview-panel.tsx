import { Download } from 'lucide-react'
import { useId, useState } from 'react'
import type { ImportRun } from '#contract/imports/shapes.ts'
import { formatCount } from '#client/lib/format.ts'
import { Banner } from '#client/ui/states/banner.tsx'
import { Button } from '#client/ui/controls/button.tsx'
import { Checkbox } from '#client/ui/controls/checkbox.tsx'
import { FieldError } from '#client/ui/controls/field.tsx'
import { applyLabel, toWrite } from './import-words.ts'
import { PreviewAgain } from './preview-again.tsx'
import { UnlistedValues } from './unlisted-values.tsx'
import { useApply } from './use-import.ts'
import type { ImportPlace } from './use-file-import.ts'
import { useRefusedRows } from './use-refused-rows.ts'

interface PreviewPanelProps {
  run: ImportRun
  place: ImportPlace
}

/** What would be done, and the decision to do it; refused rows are left out only by choice. */
export const PreviewPanel = ({ run, place }: PreviewPanelProps) => {
  const [leavesOut, setLeavesOut] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const { apply, problem, isApplying } = useApply(run.id)
  const { refused } = run.counts
  const submit = () => {
    setAsked(true)
    if (refused === 0 || leavesOut) void apply(leavesOut)
  }
  if (problem?.needsPreview === true)
    return <PreviewAgain place={place} title="This preview no longer holds" message={problem.message} />
  return (
    <section aria-label="Import" className="flex flex-col gap-3">
      {problem && <Banner tone="danger">{problem.message}</Banner>}
      {refused > 0 && (
        <RefusedChoice
          run={run}
          isChosen={leavesOut}
          isMissing={isAsked && !leavesOut}
          onChoose={(on) => setLeavesOut(on)}
        />
      )}
      <UnlistedValues unlisted={run.unlisted} place={place} />
      {toWrite(run) === 0 ? (
        <Banner tone="info">There is nothing to write: what could be read is stored already.</Banner>
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="primary" busy={isApplying} onClick={submit}>
            {applyLabel(run)}
          </Button>
          <span className="text-ink-3">Nothing is written yet. The preview holds for an hour.</span>
        </div>
      )}
    </section>
  )
}

interface RefusedChoiceProps {
  run: ImportRun
  isChosen: boolean
  isMissing: boolean
  onChoose: (on: boolean) => void
}

const RefusedChoice = ({ run, isChosen, isMissing, onChoose }: RefusedChoiceProps) => {
  const errorId = useId()
  const { refused } = run.counts
  return (
    <Banner
      tone="warning"
      title={`${formatCount(refused, 'row')} cannot be imported`}
      actions={
        <span className="max-md:hidden">
          <RefusedDownload run={run} />
        </span>
      }
    >
      <p>Mend them in the file and preview it again, or leave them out.</p>
      <span className="mt-1.5 block md:hidden">
        <RefusedDownload run={run} />
      </span>
      {toWrite(run) > 0 && (
        <Checkbox
          className="mt-1.5 text-ink"
          label={
            refused === 1
              ? 'Leave the refused row out'
              : `Leave the ${formatCount(refused, 'refused row')} out`
          }
          checked={isChosen}
          aria-invalid={isMissing || undefined}
          aria-describedby={isMissing ? errorId : undefined}
          onChange={(event) => onChoose(event.target.checked)}
        />
      )}
      {isMissing && <FieldError id={errorId}>Choose this first, or mend the file.</FieldError>}
    </Banner>
  )
}

/** The refused rows as a file with the reasons; a copy from another year has none. */
export const RefusedDownload = ({ run }: { run: ImportRun }) => {
  const { download, isLoading } = useRefusedRows(run)
  if (run.kind !== 'csv' || run.counts.refused === 0) return null
  return (
    <Button size="sm" icon={Download} busy={isLoading} onClick={() => void download()}>
      Refused rows
    </Button>
  )
}
