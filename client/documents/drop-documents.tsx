import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { acceptedFiles, fileKindLabels, fileKinds, type FileKind } from '#contract/documents/choices.ts'
import { UploadLines } from '#client/common/upload-lines.tsx'
import { FileDrop } from '#client/ui/file-drop.tsx'
import { Select } from '#client/ui/select.tsx'
import { useDocumentUploads } from './use-uploads.ts'

interface DropDocumentsProps {
  studentId: number
  /** Asked for from elsewhere in the record: the files are chosen at once. */
  isWanted: boolean
  onEntered: () => void
}

/** Drops of one or several files, what they are, and how far each has come. */
export const DropDocuments = ({ studentId, isWanted, onEntered }: DropDocumentsProps) => {
  const input = useRef<HTMLInputElement>(null)
  const enter = useEffectEvent(() => {
    input.current?.focus()
    // a browser opens the chooser for somebody who has just pressed something, and for no address
    if (navigator.userActivation?.isActive) input.current?.click()
    onEntered()
  })
  useEffect(() => {
    if (isWanted) enter()
  }, [isWanted])
  const [kind, setKind] = useState<FileKind>('insurance_card_front')
  const { uploads, send } = useDocumentUploads(studentId)
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
      <UploadLines uploads={uploads} />
    </section>
  )
}
