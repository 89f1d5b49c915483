import { Download } from 'lucide-react'
import { downloadBursarFile } from '#contract/outputs/bursar/endpoints.ts'
import type { BursarBatch } from '#contract/outputs/bursar/shapes.ts'
import type { ExportFormat } from '#contract/review/exports/shapes.ts'
import { useSaveFile } from '#client/platform/common/use-save-file.ts'
import { call } from '#client/platform/lib/call.ts'
import { Button, type ButtonSize } from '#client/platform/ui/controls/button.tsx'

const formats = { csv: 'CSV', xlsx: 'Excel' } as const satisfies Record<ExportFormat, string>

const useDownload = ({ id, number }: Pick<BursarBatch, 'id' | 'number'>) => {
  const { save, saving } = useSaveFile<ExportFormat>()
  const download = (format: ExportFormat) =>
    save(format, `Bursar batch ${number}.${format}`, () =>
      call(downloadBursarFile, { params: { id: String(id) }, query: { format } }),
    )
  return { busy: saving, download }
}

interface DownloadsProps {
  batch: Pick<BursarBatch, 'id' | 'number' | 'released'>
  size?: ButtonSize
}

/** Renders the buttons that download the file of a batch; nothing until it was released. */
export const Downloads = ({ batch, size = 'md' }: DownloadsProps) => {
  const { busy, download } = useDownload(batch)
  if (!batch.released) return null
  return (
    <>
      {(['csv', 'xlsx'] as const).map((format) => (
        <Button
          key={format}
          size={size}
          icon={Download}
          busy={busy === format}
          aria-label={`Download batch ${batch.number} as ${formats[format]}`}
          onClick={() => void download(format)}
        >
          {formats[format]}
        </Button>
      ))}
    </>
  )
}
