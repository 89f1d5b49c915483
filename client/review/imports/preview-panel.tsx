import { Download } from 'lucide-react'
import { useState } from 'react'
import type { ImportRun, UnknownValue } from '#contract/review/imports/shapes.ts'
import { downloadRefusedRows } from '#contract/review/imports/endpoints.ts'
import { SamePremiums } from './same-premiums.tsx'
import { SkipRejected } from './skip-rejected.tsx'
import { formatCount, formatNumber } from '#client/platform/lib/format.ts'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { useSaveFile } from '#client/platform/common/use-save-file.ts'
import { call } from '#client/platform/lib/call.ts'
import { HeldBanner } from './held-banner.tsx'
import { applyLabel, countToSave } from './import-text.ts'
import { MissingStudents } from './missing-students.tsx'
import { readingText } from './reading-text.ts'
import { PreviewAgain } from './preview-again.tsx'
import { UnlistedValues } from './unlisted-values.tsx'
import { useApply } from './use-import.ts'
import type { ImportPlace } from './use-file-import.ts'
import { fieldLabel } from '#client/platform/record/field-text.ts'

interface PreviewPanelProps {
  run: ImportRun
  place: ImportPlace
}

/** Renders what an import would do, and the Import button; rejected rows are skipped only by choice. */
export const PreviewPanel = ({ run, place }: PreviewPanelProps) => {
  const { apply, problem, isApplying } = useApply(run.id)
  const { premiums, rejected, submit } = useAcceptance(run, apply)
  if (problem?.needsPreview === true)
    return <PreviewAgain place={place} title="This preview is out of date" message={problem.message} />
  if (run.held)
    return (
      <section aria-label="Import" className="flex flex-col gap-3">
        <HeldBanner run={run} held={run.held} place={place} />
      </section>
    )
  return (
    <section aria-label="Import" className="flex flex-col gap-3">
      {problem && <Banner tone="danger">{problem.message}</Banner>}
      {run.reading && <p className="text-ink-2">{readingText(run.reading)}</p>}
      <SamePremiums copy={run.year_copy} {...premiums} />
      {run.counts.refused > 0 && <RejectedRowsChoice run={run} {...rejected} />}
      <UnlistedValues unlisted={run.unlisted} place={place} />
      <UnknownValues unknown={run.unknown} />
      {countToSave(run) === 0 ? (
        <NothingToImport run={run} place={place} />
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="primary" busy={isApplying} onClick={submit}>
            {applyLabel(run)}
          </Button>
          <span className="text-ink-3">Nothing is saved yet. This preview expires in 1 hour.</span>
        </div>
      )}
    </section>
  )
}

/** Keeps what must be accepted before a preview can be applied; a press on Import marks what is missing. */
const useAcceptance = (run: ImportRun, apply: ReturnType<typeof useApply>['apply']) => {
  const [leavesOut, setLeavesOut] = useState(false)
  const [acceptsPremiums, setAcceptsPremiums] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const lacksPremiums = (run.year_copy?.same_premiums.length ?? 0) > 0 && !acceptsPremiums
  const lacksRejected = run.counts.refused > 0 && !leavesOut
  const submit = (): void => {
    setAsked(true)
    if (lacksPremiums || lacksRejected) return
    void apply({
      ...(leavesOut ? { accept_valid_rows: true } : {}),
      ...(acceptsPremiums ? { accept_same_premiums: true } : {}),
    })
  }
  return {
    premiums: {
      isChosen: acceptsPremiums,
      isMissing: isAsked && lacksPremiums,
      onChoose: (on: boolean) => setAcceptsPremiums(on),
    },
    rejected: {
      isChosen: leavesOut,
      isMissing: isAsked && lacksRejected,
      onChoose: (on: boolean) => setLeavesOut(on),
    },
    submit,
  }
}

const NothingToImport = ({ run, place }: PreviewPanelProps) => (
  <>
    <Banner tone="info">
      {run.kind === 'csv'
        ? 'There’s nothing to import. Every valid row already matches saved data.'
        : 'There’s no one to copy. The students below are left out.'}
    </Banner>
    <MissingStudents run={run} place={place} />
  </>
)

interface RejectedRowsChoiceProps {
  run: ImportRun
  isChosen: boolean
  isMissing: boolean
  onChoose: (on: boolean) => void
}

const RejectedRowsChoice = ({ run, isChosen, isMissing, onChoose }: RejectedRowsChoiceProps) => {
  const { refused } = run.counts
  return (
    <Banner
      tone="warning"
      title={`${formatCount(refused, 'row')} can’t be imported`}
      actions={
        <span className="max-md:hidden">
          <RejectedDownload run={run} />
        </span>
      }
    >
      <p>
        Fix them in the file and preview it again, or skip them.
        {run.findings.to_confirm > 0 &&
          ` You can confirm ${formatNumber(run.findings.to_confirm)} of them below if they’re right.`}
      </p>
      <span className="mt-1.5 block md:hidden">
        <RejectedDownload run={run} />
      </span>
      <SkipRejected
        count={refused}
        canSkip={countToSave(run) > 0}
        isChosen={isChosen}
        onChoose={onChoose}
        isMissing={isMissing}
      />
    </Banner>
  )
}

/** Renders the download of the rejected rows with their reasons; a copy from another year has none. */
export const RejectedDownload = ({ run }: { run: ImportRun }) => {
  const { download, isLoading } = useRejectedRows(run)
  if (run.kind !== 'csv' || run.counts.refused === 0) return null
  return (
    <Button size="sm" icon={Download} busy={isLoading} onClick={() => void download()}>
      Download rejected rows
    </Button>
  )
}

/** Downloads the rejected rows as a file. */
const useRejectedRows = ({ id, file_name }: Pick<ImportRun, 'id' | 'file_name'>) => {
  const { save, saving } = useSaveFile<'rows'>({
    failed: 'Couldn’t download the rejected rows',
    expired: 'This file has expired. Upload it again.',
  })
  const name = (file_name ?? 'roster').replace(/\.[a-z0-9]{1,5}$/i, '')
  return {
    download: () => save('rows', `${name}-rejected.csv`, () => call(downloadRefusedRows, { params: { id } })),
    isLoading: saving !== null,
  }
}

/** Renders the cells that count as empty, because they say that something isn’t known; nothing if there are none. */
const UnknownValues = ({ unknown }: { unknown: readonly UnknownValue[] }) =>
  unknown.length > 0 && (
    <Banner title="Some cells count as empty">
      <p>They say that something isn’t known. Saved values don’t change.</p>
      <ul className="mt-1 flex flex-col gap-0.5">
        {unknown.map(({ column, field, value, rows }) => (
          <li key={`${column} ${value}`} className="text-ink [overflow-wrap:anywhere]">
            {fieldLabel(field)} “{value}” in {formatCount(rows, 'row')}
          </li>
        ))}
      </ul>
    </Banner>
  )
