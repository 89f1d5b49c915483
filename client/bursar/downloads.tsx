import { Download } from 'lucide-react'
import { useState } from 'react'
import { downloadBursarFile } from '#contract/bursar/endpoints.ts'
import type { BursarBatch } from '#contract/bursar/shapes.ts'
import type { ExportFormat } from '#contract/exports/shapes.ts'
import { ApiError } from '#client/lib/api-error.ts'
import { call } from '#client/lib/call.ts'
import { saveFile } from '#client/lib/save-file.ts'
import { Button, type ButtonSize } from '#client/ui/controls/button.tsx'
import { useToast } from '#client/ui/overlays/toast.tsx'

const formats = { csv: 'CSV', xlsx: 'Excel' } as const satisfies Record<ExportFormat, string>

const useDownload = ({ id, number }: Pick<BursarBatch, 'id' | 'number'>) => {
  const [busy, setBusy] = useState<ExportFormat | null>(null)
  const toast = useToast()
  const download = async (format: ExportFormat): Promise<void> => {
    setBusy(format)
    try {
      const file = await call(downloadBursarFile, { params: { id: String(id) }, query: { format } })
      saveFile(file, `Bursar batch ${number}.${format}`)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.show({ tone: 'danger', title: 'Couldn’t download the file', description: error.message })
    }
    setBusy(null)
  }
  return { busy, download }
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
