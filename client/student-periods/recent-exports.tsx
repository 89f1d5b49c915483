import { Download } from 'lucide-react'
import { useState } from 'react'
import { listExports } from '#contract/exports/endpoints.ts'
import type { ExportRun } from '#contract/exports/shapes.ts'
import { formatCount, formatFileSize, formatPercent } from '#client/lib/format.ts'
import { useAsk } from '#client/lib/query.ts'
import { Ago } from '#client/ui/ago.tsx'
import { Button } from '#client/ui/button.tsx'
import { useDownload } from './use-export.ts'

const isBusy = ({ state }: ExportRun): boolean => state === 'queued' || state === 'running'

/** How it is with an export, in a few words. */
const stateWords = (run: ExportRun): string => {
  const { done, total } = run.progress
  if (run.state === 'failed') return run.message ?? 'It could not be written.'
  if (isBusy(run)) return total === 0 ? 'Being written' : `Being written, ${formatPercent(done / total)}`
  const ssn = run.includes_ssn ? ['with SSNs'] : []
  const kind = run.format === 'xlsx' ? 'Excel' : 'CSV'
  return [kind, formatCount(run.rows ?? 0, 'student'), ...ssn, formatFileSize(run.size ?? 0)].join(' · ')
}

/** One's own files of the last day, to be had again. */
export const RecentExports = ({ periodId }: { periodId: number }) => {
  const [isWatched, setWatched] = useState(false)
  const { data = none } = useAsk(
    listExports,
    { query: { period_id: periodId } },
    { staleTime: 0, refetchInterval: isWatched ? 1000 : false },
  )
  const isAnyBusy = data.some(isBusy)
  if (isAnyBusy !== isWatched) setWatched(isAnyBusy)
  if (data.length === 0) return null
  return (
    <section aria-labelledby="recent-exports">
      <h3 id="recent-exports" className="mb-1.5 text-label font-medium text-ink-2">
        Your exports of the last day
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

/** So many are found again; older ones are rarely what is looked for. */
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
        <span className="block truncate font-medium" title={run.file_name}>
          {run.file_name}
        </span>
        <span className="tabular block truncate text-label text-ink-3">
          {stateWords(run)} · <Ago at={run.created_at} />
        </span>
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
