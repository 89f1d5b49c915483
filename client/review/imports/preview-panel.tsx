import { Download } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { ImportRun, UnknownValue } from '#contract/review/imports/shapes.ts'
import { downloadRefusedRows } from '#contract/review/imports/endpoints.ts'
import { SamePremiums } from './same-premiums.tsx'
import { SkipRejected } from './skip-rejected.tsx'
import { formatCount } from '#client/platform/lib/format.ts'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { useSaveFile } from '#client/platform/common/use-save-file.ts'
import { call } from '#client/platform/lib/call.ts'
import { HeldBanner } from './held-banner.tsx'
import { applyLabel, countToSave } from './import-text.ts'
import { MissingStudents } from './missing-students.tsx'
import { readingText } from './reading-text.ts'
import { PreviewAgain } from './preview-again.tsx'
import { RejectedCellsPanel } from './rejected-cells.tsx'
import { StepBar } from './step-bar.tsx'
import { UnlistedValues } from './unlisted-values.tsx'
import { useApply } from './use-import.ts'
import type { ImportPlace } from './use-file-import.ts'
import { fieldLabel } from '#client/platform/record/field-text.ts'

interface PreviewPanelProps {
  run: ImportRun
  place: ImportPlace
  /** The rows of the import, between what the preview says and the Import button. */
  children: ReactNode
}

/** Renders what an import would do, and the Import button in reach; rejected rows are fixed, or skipped by choice. */
export const PreviewPanel = ({ run, place, children }: PreviewPanelProps) => {
  const applying = useApply(run.id)
  const { problem } = applying
  if (problem?.needsPreview !== true && !run.held)
    return (
      <OpenPreview run={run} place={place} applying={applying}>
        {children}
      </OpenPreview>
    )
  return (
    <>
      {run.held ? (
        <section aria-label="Import" className="flex flex-col gap-3">
          <HeldBanner run={run} held={run.held} place={place} />
        </section>
      ) : (
        <PreviewAgain place={place} title="This preview is out of date" message={problem?.message ?? ''} />
      )}
      {children}
    </>
  )
}

interface OpenPreviewProps extends PreviewPanelProps {
  applying: ReturnType<typeof useApply>
}

/** Renders a preview that can be applied, once what it asks is decided. */
const OpenPreview = ({ run, place, applying, children }: OpenPreviewProps) => {
  const [acceptsPremiums, setAcceptsPremiums] = useState(false)
  const { refused } = run.counts
  return (
    <>
      <section aria-label="Import" className="flex flex-col gap-3">
        {applying.problem && <Banner tone="danger">{applying.problem.message}</Banner>}
        {run.reading && <p className="text-ink-2">{readingText(run.reading)}</p>}
        <SamePremiums copy={run.year_copy} isChosen={acceptsPremiums} onChoose={setAcceptsPremiums} />
        {refused > 0 && <RejectedBanner run={run} />}
        <UnlistedValues unlisted={run.unlisted} place={place} />
        <UnknownValues unknown={run.unknown} />
        {countToSave(run) === 0 && <NothingToImport run={run} place={place} />}
      </section>
      {refused > 0 && <RejectedCellsPanel run={run} />}
      {children}
      {countToSave(run) > 0 && <ApplyBar run={run} applying={applying} acceptsPremiums={acceptsPremiums} />}
    </>
  )
}

interface ApplyBarProps extends Pick<OpenPreviewProps, 'run' | 'applying'> {
  acceptsPremiums: boolean
}

const ApplyBar = ({ run, applying: { apply, isApplying }, acceptsPremiums }: ApplyBarProps) => {
  const [skips, setSkips] = useState(false)
  const { refused } = run.counts
  const hasSamePremiums = (run.year_copy?.same_premiums.length ?? 0) > 0
  const missing = missingText({
    rejected: skips ? 0 : refused,
    asksPremiums: hasSamePremiums && !acceptsPremiums,
  })
  return (
    <StepBar
      endsPage
      hint={missing ?? 'Nothing is saved yet. This preview expires in 1 hour.'}
      label={applyLabel(run)}
      isOpen={missing === null}
      busy={isApplying}
      onPress={() =>
        void apply({
          ...(skips ? { accept_valid_rows: true } : {}),
          ...(acceptsPremiums ? { accept_same_premiums: true } : {}),
        })
      }
    >
      {refused > 0 && <SkipRejected count={refused} isChosen={skips} onChoose={setSkips} />}
    </StepBar>
  )
}

/** Returns what must be decided before a preview can be applied; null if nothing. */
const missingText = ({ rejected, asksPremiums }: { rejected: number; asksPremiums: boolean }) => {
  if (asksPremiums) return 'Confirm or change the premiums first.'
  return rejected > 0 ? `Fix or skip the ${formatCount(rejected, 'rejected row')} first.` : null
}

const NothingToImport = ({ run, place }: Pick<PreviewPanelProps, 'run' | 'place'>) => (
  <>
    <Banner tone="info">
      {run.kind === 'csv'
        ? 'There’s nothing to import. Every valid row already matches saved data.'
        : 'There’s no one to copy. The students below are left out.'}
    </Banner>
    <MissingStudents run={run} place={place} />
  </>
)

const RejectedBanner = ({ run }: { run: ImportRun }) => (
  <Banner
    tone="warning"
    title={`${formatCount(run.counts.refused, 'row')} can’t be imported`}
    actions={
      <span className="max-md:hidden">
        <RejectedDownload run={run} />
      </span>
    }
  >
    <p>
      {run.counts.refused === 1
        ? 'Fix it here or in the file, or skip it.'
        : 'Fix them here or in the file, or skip them.'}
      {run.findings.to_confirm > 0 &&
        ` ${formatCount(run.findings.to_confirm, 'row')} can be confirmed below.`}
    </p>
    <span className="mt-1.5 block md:hidden">
      <RejectedDownload run={run} />
    </span>
  </Banner>
)

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
