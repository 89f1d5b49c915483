import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { acceptedFiles } from '#contract/documents/choices.ts'
import { UploadLines } from '#client/common/upload-lines.tsx'
import { newKey } from '#client/lib/new-key.ts'
import { FileDrop } from '#client/ui/file-drop.tsx'
import { useLeaveGuard } from '#client/ui/form/dirty-guard.ts'
import { NewFiles, type NewFile } from './new-files.tsx'
import { proposeKind } from './propose-kind.ts'
import { useDocumentUploads } from './use-uploads.ts'

interface DropDocumentsProps {
  studentId: number
  /** Asked for from elsewhere in the record: the files are chosen at once. */
  isWanted: boolean
  onEntered: () => void
}

/** Takes one or several files, asks what each of them is, and shows how far each upload has come. */
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
  const [files, setFiles] = useState<readonly NewFile[]>([])
  useLeaveGuard({ isDirty: files.length > 0, message: 'The files you chose haven’t been uploaded.' })
  const { uploads, send } = useDocumentUploads(studentId)
  const add = (file: File) =>
    setFiles((all) => {
      const kind = proposeKind(
        file.name,
        all.map((one) => one.kind),
      )
      return [...all, { key: newKey(), file, kind }]
    })
  const upload = () => {
    for (const { file, kind } of files) void send(file, { kind })
    leave()
  }
  const leave = () => {
    setFiles([])
    input.current?.focus()
  }
  return (
    <section aria-label="Add documents" className="flex flex-col gap-3">
      <FileDrop
        label="Drop files here, or choose them"
        hint="PDF, pictures, Word or text, up to 20 MB each"
        accept={acceptedFiles}
        multiple
        inputRef={input}
        onFile={add}
      />
      <NewFiles
        files={files}
        onKind={(key, kind) =>
          setFiles((all) => all.map((one) => (one.key === key ? { ...one, kind } : one)))
        }
        onRemove={(key) => setFiles((all) => all.filter((one) => one.key !== key))}
        onUpload={upload}
        onCancel={leave}
      />
      <UploadLines uploads={uploads} />
    </section>
  )
}
