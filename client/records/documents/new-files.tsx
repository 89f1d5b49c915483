import { FileText, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { fileKindLabels, fileKinds, type FileKind } from '#contract/platform/record/file-kinds.ts'
import { formatCount, formatFileSize } from '#client/platform/lib/format.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { IconButton } from '#client/platform/ui/controls/icon-button.tsx'
import { Select } from '#client/platform/ui/controls/select.tsx'
import { Truncate } from '#client/platform/ui/overlays/truncate.tsx'

/** A file that was chosen and not uploaded yet. */
export interface NewFile {
  readonly key: string
  readonly file: File
  readonly kind: FileKind
}

interface NewFilesProps {
  files: readonly NewFile[]
  onKind: (key: string, kind: FileKind) => void
  onRemove: (key: string) => void
  onUpload: () => void
  onCancel: () => void
}

/** Renders the chosen files: the type of each is asked before anything is uploaded. */
export const NewFiles = ({ files, onKind, onRemove, onUpload, onCancel }: NewFilesProps) =>
  files.length > 0 && (
    <section aria-label="Files to upload" className="rounded-card shadow-line">
      <ul className="divide-y divide-line">
        {files.map(({ key, file, kind }) => (
          <li key={key} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2">
            <Thumbnail file={file} />
            <span className="min-w-0 flex-1 basis-32">
              <Truncate className="block font-medium">{file.name}</Truncate>
              <span className="block text-label text-ink-3">{formatFileSize(file.size)}</span>
            </span>
            <Select
              aria-label={`Document type for ${file.name}`}
              className="w-52!"
              options={fileKinds.map((value) => ({ value, label: fileKindLabels[value] }))}
              value={kind}
              onChange={(next) => next !== null && onKind(key, next)}
            />
            <IconButton icon={X} label={`Remove ${file.name}`} onClick={() => onRemove(key)} />
          </li>
        ))}
      </ul>
      <div className="flex justify-end gap-2 border-t border-line px-3 py-2.5">
        <Button onClick={onCancel}>Cancel</Button>
        <Button variant="primary" onClick={onUpload}>
          Upload {formatCount(files.length, 'file')}
        </Button>
      </div>
    </section>
  )

/** The image types that every browser can show. */
const shown = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif'])

/** Renders a thumbnail, so that two photos can be told apart. */
const Thumbnail = ({ file }: { file: File }) => {
  const [url] = useState(() => (shown.has(file.type) ? URL.createObjectURL(file) : null))
  useEffect(
    () => () => {
      if (url !== null) URL.revokeObjectURL(url)
    },
    [url],
  )
  return (
    <span className="grid size-14 shrink-0 place-items-center overflow-hidden rounded-control bg-sunken shadow-line">
      {url === null ? (
        <FileText size={20} aria-hidden className="text-ink-3" />
      ) : (
        <img src={url} alt="" className="size-full object-cover" />
      )}
    </span>
  )
}
