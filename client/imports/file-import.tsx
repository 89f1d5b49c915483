import { FileText } from 'lucide-react'
import { importFieldLabel } from '#contract/imports/choices.ts'
import { withinSentence } from '#client/common/field-words.ts'
import { formatFileSize } from '#client/lib/format.ts'
import { Banner } from '#client/ui/states/banner.tsx'
import { Button } from '#client/ui/controls/button.tsx'
import { FileDrop } from '#client/ui/controls/file-drop.tsx'
import { ProgressBar } from '#client/ui/states/progress-bar.tsx'
import { RadioGroup } from '#client/ui/controls/radio-group.tsx'
import { faultsOf, isUsable, type MappingFaults } from './mapping.ts'
import { MappingTable } from './mapping-table.tsx'
import { useFileImport, type ImportPlace, type ReadFile } from './use-file-import.ts'
import { Truncate } from '#client/ui/overlays/truncate.tsx'

/** A roster file: chosen, its columns matched to fields, and sent to be previewed. */
export const FileImport = ({ place }: { place: ImportPlace }) => {
  const flow = useFileImport(place)
  if (flow.read === null)
    return (
      <div aria-busy={flow.isReading}>
        <FileDrop
          label={flow.isReading ? 'Reading the columns' : 'Drop a roster here, or choose a file'}
          hint="CSV, up to 20 MB. The first row names the columns. From Excel: Save As, CSV UTF-8."
          accept=".csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values"
          error={flow.problem ?? undefined}
          disabled={flow.isReading}
          onFile={(file) => void flow.choose(file)}
        />
      </div>
    )
  return <Mapped flow={flow} read={flow.read} />
}

interface MappedProps {
  flow: ReturnType<typeof useFileImport>
  read: ReadFile
}

const Mapped = ({ flow, read }: MappedProps) => {
  const faults = faultsOf(read.headers, flow.mapping)
  return (
    <div className="flex flex-col gap-5">
      <ChosenFile file={read.file} onForget={flow.forget} isLocked={flow.isSending} />
      <Faults faults={faults} />
      <MappingTable
        headers={read.headers}
        sample={read.sample}
        mapping={flow.mapping}
        faults={faults}
        onChange={flow.map}
      />
      <RadioGroup
        label="Students who are in this policy year already"
        value={flow.onExisting}
        onChange={flow.setOnExisting}
        options={[
          {
            value: 'update',
            label: 'Update them',
            hint: 'Blank cells leave what is stored. Coverage statuses are never touched.',
          },
          { value: 'skip', label: 'Leave them as they are', hint: 'Only students who are missing come in.' },
        ]}
      />
      {flow.problem !== null && <Banner tone="danger">{flow.problem}</Banner>}
      <Send flow={flow} mayGo={isUsable(faults)} />
    </div>
  )
}

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
      Choose another file
    </Button>
  </div>
)

const Faults = ({ faults: { missing, lacksBirthDate } }: { faults: MappingFaults }) => {
  if (missing.length > 0)
    return (
      <Banner tone="warning" title="Something every row must have is missing">
        Choose the {missing.length === 1 ? 'column' : 'columns'} for{' '}
        {lists.format(missing.map((field) => withinSentence(importFieldLabel(field))))}.
      </Banner>
    )
  return lacksBirthDate ? (
    <Banner tone="info">
      No column brings the date of birth. Rows of students whom the school does not know yet will be refused.
    </Banner>
  ) : null
}

const lists = new Intl.ListFormat('en-US')

const Send = ({ flow, mayGo }: { flow: MappedProps['flow']; mayGo: boolean }) =>
  flow.isSending ? (
    <ProgressBar label="Sending the file" done={flow.sent?.done ?? 0} total={flow.sent?.total ?? 0} />
  ) : (
    <div className="flex flex-wrap items-center gap-3">
      <Button variant="primary" disabled={!mayGo} onClick={() => void flow.send()}>
        Preview the import
      </Button>
      <span className="text-ink-3">
        {mayGo ? 'Nothing is written yet.' : 'First match the columns marked above.'}
      </span>
    </div>
  )
