import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { acceptedFiles, type FileKind } from '#contract/platform/record/file-kinds.ts'
import { UploadLines } from '#client/platform/common/upload-lines.tsx'
import { newKey } from '#client/platform/lib/new-key.ts'
import { FileDrop } from '#client/platform/ui/controls/file-drop.tsx'
import { useLeaveGuard } from '#client/platform/ui/form/dirty-guard.ts'
import { NewFiles, type NewFile } from './new-files.tsx'
import { proposeKind } from './propose-kind.ts'
import { useDocumentUploads } from './use-uploads.ts'

interface DropDocumentsProps {
  studentId: number
  /** Set to focus the file input from elsewhere in the record; opens the file dialog after a press. */
  isWanted: boolean
  onEntered: () => void
}

/** Renders the upload: takes several files, asks for the type of each, and shows the progress of each. */
export const DropDocuments = ({ studentId, isWanted, onEntered }: DropDocumentsProps) => {
  const input = useRef<HTMLInputElement>(null)
  const enter = useEffectEvent(() => {
    input.current?.focus()
    // browsers open the file dialog only after a press, not for a URL
    if (navigator.userActivation?.isActive) input.current?.click()
    onEntered()
  })
  useEffect(() => {
    if (isWanted) enter()
  }, [isWanted])
  const { files, add, change, remove, clear } = useNewFiles()
  const { uploads, send } = useDocumentUploads(studentId)
  const upload = () => {
    for (const { file, kind } of files) void send(file, { kind })
    clear()
  }
  return (
    <section aria-label="Add documents" data-focus-group className="flex flex-col gap-3">
      <FileDrop
        label="Drop files here or choose files"
        hint="PDF, image, Word or text files, up to 20 MB each"
        accept={acceptedFiles}
        multiple
        inputRef={input}
        onFile={add}
      />
      <NewFiles files={files} onKind={change} onRemove={remove} onUpload={upload} onCancel={clear} />
      <UploadLines uploads={uploads} />
    </section>
  )
}

/** Renders the chosen files, each with its type, until they're uploaded. */
const useNewFiles = () => {
  const [files, setFiles] = useState<readonly NewFile[]>([])
  useLeaveGuard({ isDirty: files.length > 0, message: 'The files you chose haven’t been uploaded.' })
  const add = (file: File) =>
    setFiles((all) => {
      const before = all.map(({ kind }) => kind)
      return [...all, { key: newKey(), file, kind: proposeKind(file.name, before) }]
    })
  const change = (key: string, kind: FileKind) =>
    setFiles((all) => all.map((one) => (one.key === key ? { ...one, kind } : one)))
  const remove = (key: string) => setFiles((all) => all.filter((one) => one.key !== key))
  return { files, add, change, remove, clear: () => setFiles([]) }
}
