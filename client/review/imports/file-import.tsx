import { withinSentence } from '#contract/platform/letter-case.ts'
import { FileText } from 'lucide-react'
import { importFieldLabel } from '#contract/review/imports/choices.ts'
import { formatFileSize, formatList } from '#client/platform/lib/format.ts'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { FileDrop } from '#client/platform/ui/controls/file-drop.tsx'
import { ProgressBar } from '#client/platform/ui/states/progress-bar.tsx'
import { RadioGroup } from '#client/platform/ui/controls/radio-group.tsx'
import { issuesOf, isUsable, type MappingIssueList } from './mapping.ts'
import { StepBar } from './step-bar.tsx'
import { FileReadingPanel } from './file-reading-panel.tsx'
import { MappingTable } from './mapping-table.tsx'
import { useFileImport, type ImportPlace, type ReadFile } from './use-file-import.ts'
import { Truncate } from '#client/platform/ui/overlays/truncate.tsx'

/** Renders the import of a roster file: choose it, match its columns, preview it. */
export const FileImport = ({ place }: { place: ImportPlace }) => {
  const flow = useFileImport(place)
  if (flow.read === null)
    return (
      <div aria-busy={flow.isReading}>
        <FileDrop
          label={flow.isReading ? 'Reading columns…' : 'Drop a roster here or choose a file'}
          hint="CSV or Excel (.xlsx), up to 20 MB. One row must have column names."
          accept=".csv,.txt,.tsv,.xlsx,text/csv,text/plain,text/tab-separated-values,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          error={flow.problem ?? undefined}
          disabled={flow.isReading}
          onFile={(file) => void flow.choose(file)}
        />
      </div>
    )
  return <ColumnMapping flow={flow} read={flow.read} />
}

interface ColumnMappingProps {
  flow: ReturnType<typeof useFileImport>
  read: ReadFile
}

const ColumnMapping = ({ flow, read }: ColumnMappingProps) => {
  const faults = issuesOf(read.headers, flow.mapping)
  return (
    <div className="flex flex-col gap-5">
      <ChosenFile file={read.file} onForget={flow.forget} isLocked={flow.isSending} />
      <FileReadingPanel reading={read.reading} isReading={flow.isReading} onChange={flow.readAs} />
      <DateQuestion flow={flow} />
      <MappingIssues faults={faults} />
      <MappingTable
        headers={read.headers}
        sample={read.sample}
        mapping={flow.mapping}
        faults={faults}
        onChange={flow.map}
      />
      <RadioGroup
        label="Students already in this policy year"
        value={flow.onExisting}
        onChange={flow.setOnExisting}
        options={[
          {
            value: 'update',
            label: 'Update them',
            hint: 'Blank cells don’t overwrite saved values. Coverage statuses change only if the file changes the academic status, for example to Withdrawn.',
          },
          {
            value: 'skip',
            label: 'Don’t change them',
            hint: 'Adds only students who aren’t in this policy year.',
          },
        ]}
      />
      {flow.problem !== null && <Banner tone="danger">{flow.problem}</Banner>}
      <UploadStep flow={flow} canUpload={isUsable(faults)} />
    </div>
  )
}

const DateQuestion = ({ flow }: Pick<ColumnMappingProps, 'flow'>) =>
  flow.dateQuestion === null ? null : (
    <Banner tone="warning" title="Are the dates month first or day first?">
      <p className="mb-2">{flow.dateQuestion}</p>
      <RadioGroup
        label={<span className="sr-only">Order of dates</span>}
        value={null}
        onChange={(date_order) => flow.readAs({ date_order })}
        options={[
          { value: 'mdy', label: 'Month first (mm/dd/yyyy)' },
          { value: 'dmy', label: 'Day first (dd/mm/yyyy)' },
        ]}
      />
    </Banner>
  )

const ChosenFile = ({
  file,
  onForget,
  isLocked,
}: {
  file: File
  onForget: () => void
  isLocked: boolean
}) => (
  <div className="flex items-center gap-3 rounded-card bg-sunken px-3 py-2 shadow-line">
    <FileText size={16} aria-hidden className="shrink-0 text-ink-3" />
    <Truncate as="p" className="min-w-0 flex-1">
      <span className="font-medium">{file.name}</span>{' '}
      <span className="tabular text-ink-3">{formatFileSize(file.size)}</span>
    </Truncate>
    <Button size="sm" variant="ghost" onClick={onForget} disabled={isLocked}>
      Choose a different file
    </Button>
  </div>
)

const MappingIssues = ({ faults: { missing, lacksBirthDate } }: { faults: MappingIssueList }) => {
  if (missing.length > 0)
    return (
      <Banner tone="warning" title="Required columns are missing">
        Choose a column for {formatList(missing.map((field) => withinSentence(importFieldLabel(field))))}.
      </Banner>
    )
  return lacksBirthDate ? (
    <Banner tone="info">
      No column is matched to date of birth. Rows for new students will be rejected.
    </Banner>
  ) : null
}

const UploadStep = ({ flow, canUpload }: { flow: ColumnMappingProps['flow']; canUpload: boolean }) =>
  flow.isSending ? (
    <ProgressBar label="Uploading file…" done={flow.sent?.done ?? 0} total={flow.sent?.total ?? 0} />
  ) : (
    <StepBar
      hint={stepText(flow, canUpload)}
      label="Preview import"
      isOpen={canUpload && flow.dateQuestion === null}
      onPress={() => void flow.send()}
    />
  )

const stepText = ({ dateQuestion }: ColumnMappingProps['flow'], canUpload: boolean): string => {
  if (dateQuestion !== null) return 'Answer the question about dates first.'
  return canUpload ? 'Nothing is saved yet.' : 'Match the columns marked above first.'
}
