import { Download, LoaderCircle, TriangleAlert } from 'lucide-react'
import type { MadeReport } from '#contract/outputs/report-schedules/shapes.ts'
import { formatCount, formatInstant } from '#client/platform/lib/format.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Disclosure } from '#client/platform/ui/text/disclosure.tsx'
import { useMadeFile } from './use-schedule-actions.ts'

/** Renders the files of a schedule: the latest one, and the others below it. */
export const MadeFiles = ({ made }: { made: readonly MadeReport[] }) => {
  const [latest, ...earlier] = made
  if (!latest) return <p className="text-ink-3">No files yet</p>
  return (
    <>
      <MadeFile file={latest} />
      {earlier.length > 0 && (
        <Disclosure summary={formatCount(earlier.length, 'earlier file')} className="-mx-2">
          <ul className="flex flex-col gap-2 py-1 pr-2 pl-8">
            {earlier.map((file) => (
              <li key={file.id}>
                <MadeFile file={file} />
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </>
  )
}

const MadeFile = ({ file }: { file: MadeReport }) => {
  if (file.state === 'queued')
    return (
      <p className="flex items-center gap-1.5 text-ink-2">
        <LoaderCircle size={16} aria-hidden className="spin" />
        Creating the file…
      </p>
    )
  if (file.state === 'failed')
    return (
      <p className="flex items-start gap-1.5 text-danger-text">
        <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
        {failedText(file)}
      </p>
    )
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
      <span>{madeText(file)}</span>
      <DownloadButton file={file} />
    </div>
  )
}

/** Returns 'November 23, 2026 at 7:00 a.m. · 312 rows'. */
export const madeText = ({ created_at, rows, made_by }: MadeReport): string =>
  [
    formatInstant(created_at),
    formatCount(rows ?? 0, 'row'),
    ...(made_by ? [`created by ${made_by.name}`] : []),
  ].join(' · ')

/** Returns 'Failed on November 23, 2026 at 7:00 a.m. Something went wrong on the server. Run it again.' */
export const failedText = ({ created_at, message }: MadeReport): string =>
  `Failed on ${formatInstant(created_at)} ${message ?? ''}`

/** Renders the button that downloads a made file. */
export const DownloadButton = ({ file }: { file: MadeReport }) => {
  const { save, isSaving } = useMadeFile(file)
  return (
    <Button
      size="sm"
      icon={Download}
      busy={isSaving}
      onClick={save}
      aria-label={`Download the file of ${formatInstant(file.created_at)}`}
    >
      Download
    </Button>
  )
}
