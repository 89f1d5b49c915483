import { Download } from 'lucide-react'
import { useState } from 'react'
import { isAdmin } from '#contract/platform/access.ts'
import { listExports } from '#contract/review/exports/endpoints.ts'
import type { ExportAsk, ExportFormat, ExportRun } from '#contract/review/exports/shapes.ts'
import { useUser } from '#client/platform/common/current-user.tsx'
import { formatCount, formatNumber, formatFileSize, formatPercent } from '#client/platform/lib/format.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { Ago } from '#client/platform/ui/text/ago.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Checkbox } from '#client/platform/ui/controls/checkbox.tsx'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { Dialog } from '#client/platform/ui/overlays/dialog.tsx'
import { Field } from '#client/platform/ui/controls/field.tsx'
import { RadioGroup } from '#client/platform/ui/controls/radio-group.tsx'
import { TextInput } from '#client/platform/ui/controls/text-input.tsx'
import { listColumnIds } from '../cells/columns.tsx'
import { useExport, type Exportable, useDownload } from './use-export.ts'
import { Truncate } from '#client/platform/ui/overlays/truncate.tsx'

interface ExportDialogProps {
  list: Exportable
  handle: DialogHandle
}

interface Choices {
  readonly who: 'chosen' | 'whole'
  readonly format: ExportFormat
  readonly columns: 'shown' | 'all'
  readonly withSsn: boolean
  readonly reason: string
}

const askOf = (list: Exportable, choices: Choices): ExportAsk => ({
  ...(choices.who === 'chosen' && list.chosen ? list.chosen.selected : list.whole),
  columns: choices.columns === 'all' ? [...listColumnIds] : [...list.columns],
  format: choices.format,
  ...(list.sort === undefined ? {} : { sort: list.sort }),
  ...(choices.withSsn ? { include_ssn: true, reason: choices.reason.trim() } : {}),
})

/** Renders the export dialog: students, columns, file type, and the exports of the last 24 hours. */
export const ExportDialog = ({ list, handle }: ExportDialogProps) => {
  const mayTakeSsns = isAdmin(useUser())
  const [choices, setChoices] = useState<Choices>({
    who: list.chosen ? 'chosen' : 'whole',
    format: 'xlsx',
    columns: 'shown',
    withSsn: false,
    reason: '',
  })
  const choose = (chosen: Partial<Choices>): void => setChoices((former) => ({ ...former, ...chosen }))
  const { send, isSending, error, follow } = useExport()
  const count = choices.who === 'chosen' && list.chosen ? list.chosen.count : list.total
  const submit = async (): Promise<void> => {
    const started = await send({ body: askOf(list, choices) }).catch(() => null)
    if (!started) return
    handle.close()
    void follow(started.reply.export_id)
  }
  return (
    <Dialog
      {...handle.dialog}
      title="Export students"
      description="The file uses the list’s current search, filters and sort order. Shipmate logs every export and download."
      size="md"
      footer={
        <>
          <Button onClick={handle.dialog.onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={isSending}
            disabled={count === 0 || (choices.withSsn && choices.reason.trim() === '')}
            onClick={() => void submit()}
          >
            {count === 0 ? 'Export' : `Export ${formatCount(count, 'student')}`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {error && <Banner tone="danger">{error.message}</Banner>}
        <WhatToExport list={list} choices={choices} onChoose={choose} />
        {mayTakeSsns && <SsnChoice choices={choices} onChoose={choose} />}
        <RecentExports periodId={list.periodId} />
      </div>
    </Dialog>
  )
}

interface ChoiceProps {
  choices: Choices
  onChoose: (chosen: Partial<Choices>) => void
}

const WhatToExport = ({ list, choices, onChoose }: ChoiceProps & { list: Exportable }) => (
  <div className="grid gap-5 sm:grid-cols-2">
    {list.chosen && (
      <RadioGroup
        label="Students"
        className="sm:col-span-2"
        options={[
          { value: 'chosen', label: formatCount(list.chosen.count, 'selected student') },
          { value: 'whole', label: `All ${formatCount(list.total, 'student')} in this list` },
        ]}
        value={choices.who}
        onChange={(who) => onChoose({ who })}
      />
    )}
    <RadioGroup
      label="File type"
      options={[
        { value: 'xlsx', label: 'Excel', hint: 'Keeps dates, amounts and leading zeros' },
        { value: 'csv', label: 'CSV', hint: 'For other systems' },
      ]}
      value={choices.format}
      onChange={(format) => onChoose({ format })}
    />
    <RadioGroup
      label="Columns"
      options={[
        {
          value: 'shown',
          label: `Columns in the list (${formatNumber(list.columns.length)})`,
          hint: 'In the same order',
        },
        { value: 'all', label: `All columns (${formatNumber(listColumnIds.length)})` },
      ]}
      value={choices.columns}
      onChange={(columns) => onChoose({ columns })}
    />
  </div>
)

/** Full SSNs require a reason and the password. */
const SsnChoice = ({ choices, onChoose }: ChoiceProps) => (
  <div className="flex flex-col gap-2">
    <Checkbox
      label="Add full SSNs as the last column"
      hint="Shipmate Admins only. You’ll confirm your password."
      checked={choices.withSsn}
      onChange={(event) => onChoose({ withSsn: event.target.checked })}
    />
    {choices.withSsn && (
      <Field label="Reason" required hint="Logged with your name.">
        <TextInput
          value={choices.reason}
          maxLength={500}
          onChange={(event) => onChoose({ reason: event.target.value })}
        />
      </Field>
    )}
  </div>
)

const isBusy = ({ state }: ExportRun): boolean => state === 'queued' || state === 'running'

const stateText = (run: ExportRun): string => {
  const { done, total } = run.progress
  if (run.state === 'failed') return run.message ?? 'Export failed.'
  if (isBusy(run)) return total === 0 ? 'Preparing' : `Preparing, ${formatPercent(done / total)}`
  const ssn = run.includes_ssn ? ['with SSNs'] : []
  const kind = run.format === 'xlsx' ? 'Excel' : 'CSV'
  return [kind, formatCount(run.rows ?? 0, 'student'), ...ssn, formatFileSize(run.size ?? 0)].join(' · ')
}

/** Renders the user's exports of the last 24 hours. */
const RecentExports = ({ periodId }: { periodId: number }) => {
  const { data = none } = useAsk(
    listExports,
    { query: { period_id: periodId } },
    { staleTime: 0, follows: (runs) => runs.some(isBusy) },
  )
  if (data.length === 0) return null
  return (
    <section aria-labelledby="recent-exports">
      <h3 id="recent-exports" className="mb-1.5 text-label font-medium text-ink-2">
        Your exports in the last 24 hours
      </h3>
      <ul className="divide-y divide-line rounded-card shadow-line">
        {data.slice(0, shown).map((run) => (
          <RecentExport key={run.id} run={run} />
        ))}
      </ul>
    </section>
  )
}

const none: readonly ExportRun[] = []

/** Maximum number shown; older ones are rarely needed. */
const shown = 5

const RecentExport = ({ run }: { run: ExportRun }) => {
  const download = useDownload()
  const [isLoading, setLoading] = useState(false)
  const get = async (): Promise<void> => {
    setLoading(true)
    await download(run)
    setLoading(false)
  }
  return (
    <li className="flex items-center gap-3 py-2 pr-2 pl-3">
      <span className="min-w-0 flex-1">
        <Truncate className="block font-medium">{run.file_name}</Truncate>
        <Truncate className="tabular block text-label text-ink-3">
          {stateText(run)} · <Ago at={run.created_at} />
        </Truncate>
      </span>
      {run.state === 'done' && (
        <Button
          size="sm"
          icon={Download}
          busy={isLoading}
          aria-label={`Download ${run.file_name}`}
          onClick={() => void get()}
        >
          Download
        </Button>
      )}
    </li>
  )
}
