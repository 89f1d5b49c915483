import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { acceptedFiles, fileKindLabels, fileKinds, type FileKind } from '#contract/documents/choices.ts'
import { FileDrop } from '#client/ui/file-drop.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { ProgressBar } from '#client/ui/progress-bar.tsx'
import { Select } from '#client/ui/select.tsx'
import { useUploads, type Upload } from './use-uploads.ts'

interface DropDocumentsProps {
  studentId: number
  /** Asked for from elsewhere in the record: the files are chosen at once. */
  isWanted: boolean
  onEntered: () => void
}

/** Drops of one or several files, what they are, and how far each has come. */
export const DropDocuments = ({ studentId, isWanted, onEntered }: DropDocumentsProps) => {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!isWanted) return
    input.current?.focus()
    // a browser opens the chooser for somebody who has just pressed something, and for no address
    if (navigator.userActivation?.isActive) input.current?.click()
    onEntered()
    // once each time it is asked for
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isWanted])
  const [kind, setKind] = useState<FileKind>('insurance_card_front')
  const { uploads, send } = useUploads(studentId)
  return (
    <section aria-label="Add documents" className="flex flex-col gap-3">
      <div className="flex items-center gap-2">
        <span className="text-label text-ink-2">New files are</span>
        <Select
          aria-label="What the new files are"
          className="w-56!"
          options={fileKinds.map((value) => ({ value, label: fileKindLabels[value] }))}
          value={kind}
          onChange={(next) => next !== null && setKind(next)}
        />
      </div>
      <FileDrop
        label="Drop files here, or choose them"
        hint="PDF, pictures, Word or text, up to 20 MB each"
        accept={acceptedFiles}
        multiple
        inputRef={input}
        onFile={(file) => void send(file, { kind })}
      />
      {uploads.length > 0 && (
        <ul aria-label="Uploads" className="flex flex-col gap-2">
          {uploads.map((upload) => (
            <UploadLine key={upload.id} upload={upload} />
          ))}
        </ul>
      )}
    </section>
  )
}

const UploadLine = ({ upload }: { upload: Upload }) => (
  <li className="flex items-center gap-3 rounded-control px-3 py-2 shadow-line">
    <span className="w-56 max-w-[40%] truncate">{upload.name}</span>
    {upload.error === null ? (
      <div className="flex-1">
        <ProgressBar label={`Uploading ${upload.name}`} done={upload.sent} total={upload.size} />
      </div>
    ) : (
      <span role="alert" className="flex-1 text-danger-text">
        {upload.error}
      </span>
    )}
    <IconButton
      icon={X}
      label={upload.error === null ? `Stop ${upload.name}` : `Dismiss ${upload.name}`}
      onClick={upload.stop}
    />
  </li>
)
