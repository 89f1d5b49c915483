import { Download, FileText } from 'lucide-react'
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { carrierFileKindLabels } from '#contract/outputs/carrier-files/choices.ts'
import { listCarrierFiles } from '#contract/outputs/carrier-files/endpoints.ts'
import type { CarrierFileRun } from '#contract/outputs/carrier-files/shapes.ts'
import { formatCount, formatInstant } from '#client/platform/lib/format.ts'
import { refreshAll } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Sheet } from '#client/platform/ui/overlays/sheet.tsx'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { Pill } from '#client/platform/ui/text/badge.tsx'
import { DifferenceList } from './difference-list.tsx'
import { countsText, membersText } from './difference-text.ts'
import { useDownload } from './use-files.ts'

/** Renders the released and failed files: counts, who and when, what differs, and the download. */
export const RunTable = ({ runs }: { runs: readonly CarrierFileRun[] }) => {
  const [shown, setShown] = useState<CarrierFileRun | null>(null)
  return (
    <section aria-labelledby="files">
      <h2 id="files" className="mb-3 text-section font-semibold">
        Files
      </h2>
      {runs.length === 0 ? (
        <EmptyState compact icon={FileText} title="No files yet">
          Released files appear here. You can download them again at any time.
        </EmptyState>
      ) : (
        <ul className="rounded-card shadow-line">
          {runs.map((run) => (
            <RunRow key={run.id} run={run} onShow={() => setShown(run)} />
          ))}
        </ul>
      )}
      {shown && (
        <Sheet open title={nameOf(shown)} onClose={() => setShown(null)}>
          <div className="px-5 pb-5">
            <DifferenceList run={shown} isNarrow />
          </div>
        </Sheet>
      )}
    </section>
  )
}

const nameOf = ({ kind, control_number: control }: CarrierFileRun): string =>
  control === null ? carrierFileKindLabels[kind] : `${carrierFileKindLabels[kind]} ${control}`

const RunRow = ({ run, onShow }: { run: CarrierFileRun; onShow: () => void }) => (
  <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-b-0">
    <div className="min-w-0 flex-1 basis-80">
      <p className="flex flex-wrap items-center gap-x-2">
        <span className="tabular font-medium">{nameOf(run)}</span>
        {run.is_test && <Pill tone="neutral">Test</Pill>}
        {run.state === 'failed' && <Pill tone="danger">Failed</Pill>}
      </p>
      <p className="tabular text-ink-2">
        {run.state === 'failed'
          ? run.message
          : [membersText(run), countsText(run)].filter((text) => text !== '').join(' · ')}
      </p>
      <p className="tabular text-label text-ink-3">{whoText(run)}</p>
    </div>
    {run.state === 'released' && <RowActions run={run} onShow={onShow} />}
  </li>
)

/** Returns 'Released 11/20/2026, 10:00 AM by Rosa Diaz to Northstar · 2 downloads'. */
const whoText = (run: CarrierFileRun): string => {
  if (run.released_by === null) return `Started ${formatInstant(run.created_at)} by ${run.created_by.name}`
  return [
    `Released ${formatInstant(run.released_at)} by ${run.released_by.name} for ${run.carrier_name}`,
    run.includes_ssns ? 'with SSNs' : 'without SSNs',
    ...(run.left_out > 0 ? [`${formatCount(run.left_out, 'student')} left out`] : []),
    run.downloads === 0 ? 'not downloaded yet' : formatCount(run.downloads, 'download'),
  ].join(' · ')
}

const RowActions = ({ run, onShow }: { run: CarrierFileRun; onShow: () => void }) => {
  const client = useQueryClient()
  const { download, isDownloading } = useDownload(() => refreshAll(client, [listCarrierFiles]))
  return (
    <div className="flex gap-2">
      <Button size="sm" onClick={onShow}>
        Differences
      </Button>
      <Button size="sm" icon={Download} busy={isDownloading} onClick={() => void download(run)}>
        Download
      </Button>
    </div>
  )
}
