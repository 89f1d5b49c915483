import { withinSentence } from '#contract/platform/letter-case.ts'
import { Download, Eye, FileText, Image, MoreHorizontal, RefreshCw, Trash2, Undo2 } from 'lucide-react'
import { useRef } from 'react'
import { acceptedFiles, fileKindLabels, fileKinds } from '#contract/platform/record/file-kinds.ts'
import { removeFile, restoreFile, updateFile } from '#contract/records/documents/endpoints.ts'
import type { StudentFile } from '#contract/records/documents/shapes.ts'
import { useUndo } from '#client/platform/common/use-undo.ts'
import { formatCount, formatFileSize } from '#client/platform/lib/format.ts'
import { currentBase } from '#client/platform/lib/host.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { Ago } from '#client/platform/ui/text/ago.tsx'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { IconButton } from '#client/platform/ui/controls/icon-button.tsx'
import { Menu, MenuItem, MenuRadioGroup, MenuSeparator } from '#client/platform/ui/overlays/menu.tsx'
import { documentReads, useDocumentUploads } from './use-uploads.ts'
import { Truncate } from '#client/platform/ui/overlays/truncate.tsx'

interface DocumentItemProps {
  file: StudentFile
  isRemoved: boolean
  onPreview: () => void
}

/** Renders a document: type, who uploaded it and when, and its actions. */
export const DocumentItem = ({ file, isRemoved, onPreview }: DocumentItemProps) => {
  const Icon = file.media_type.startsWith('image/') ? Image : FileText
  return (
    <li
      data-mention={`document-${file.id}`}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2.5"
    >
      <Icon size={16} aria-hidden className="shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1">
        {file.inline ? (
          <button
            type="button"
            className="block max-w-full text-left font-medium hover:underline"
            onClick={onPreview}
          >
            <Truncate className="block">{file.name}</Truncate>
          </button>
        ) : (
          <Truncate className="block font-medium">{file.name}</Truncate>
        )}
        <p className="text-label text-ink-3">
          {[
            fileKindLabels[file.kind],
            formatFileSize(file.size),
            `${file.created_by?.name ?? 'The student'}, `,
          ]
            .filter(Boolean)
            .join(' · ')}
          <Ago at={file.created_at} />
          {file.versions.length > 0 && ` · ${formatCount(file.versions.length, 'earlier version')}`}
          {file.removed_at !== null && (
            <>
              {' · Removed '}
              <Ago at={file.removed_at} />
            </>
          )}
        </p>
      </div>
      {isRemoved ? <RestoreButton file={file} /> : <DocumentActions file={file} onPreview={onPreview} />}
    </li>
  )
}

const RestoreButton = ({ file }: { file: StudentFile }) => {
  const { send, isSending } = useSend(restoreFile, { refreshes: documentReads })
  return (
    <Button
      size="sm"
      icon={Undo2}
      busy={isSending}
      // the query cache reports a failure
      onClick={() => void send({ params: { id: file.id } }).catch(() => undefined)}
    >
      Restore
    </Button>
  )
}

const DocumentActions = ({ file, onPreview }: { file: StudentFile; onPreview: () => void }) => {
  const replace = useRef<HTMLInputElement>(null)
  const { uploads, send } = useDocumentUploads(file.student_id)
  const failed = uploads.find(({ error }) => error !== null)
  return (
    <>
      {failed && (
        <span role="alert" className="text-label text-danger-text">
          {failed.error}
        </span>
      )}
      {file.inline && <IconButton icon={Eye} label={`Preview ${file.name}`} onClick={onPreview} />}
      <a
        href={`${currentBase()}${file.url}?download=1`}
        aria-label={`Download ${file.name}`}
        className="inline-grid size-7 place-items-center rounded-control text-ink-3 hover:bg-hover hover:text-ink coarse:size-10"
      >
        <Download size={16} aria-hidden />
      </a>
      <MoreActions file={file} onReplace={() => replace.current?.click()} />
      <input
        ref={replace}
        type="file"
        hidden
        aria-label={`Upload a new version of ${file.name}`}
        accept={acceptedFiles}
        onChange={(event) => {
          const [chosen] = event.target.files ?? []
          if (chosen) void send(chosen, { kind: file.kind, replaces: file.id })
          event.target.value = ''
        }}
      />
    </>
  )
}

const MoreActions = ({ file, onReplace }: { file: StudentFile; onReplace: () => void }) => {
  const { remove, rename } = useChangeDocument(file)
  return (
    <Menu trigger={<IconButton icon={MoreHorizontal} label={`More actions for ${file.name}`} />}>
      <MenuRadioGroup
        label="Document type"
        value={file.kind}
        options={fileKinds.map((value) => ({ value, label: fileKindLabels[value] }))}
        onChange={(kind) => void rename(kind)}
      />
      <MenuSeparator />
      <MenuItem icon={RefreshCw} onSelect={onReplace}>
        Upload a new version
      </MenuItem>
      <MenuItem icon={Trash2} danger onSelect={() => void remove()}>
        Remove
      </MenuItem>
    </Menu>
  )
}

/** Returns the functions that set a document's type and remove it, both at once and with Undo. */
const useChangeDocument = (file: StudentFile) => {
  const offerUndo = useUndo(documentReads)
  const removal = useSend(removeFile, { refreshes: documentReads })
  const update = useSend(updateFile, { refreshes: documentReads })
  const tell = (act: Promise<{ changeId: string | null }>, title: string): Promise<void> =>
    act.then(
      ({ changeId }) => offerUndo({ changeId, title }),
      // the query cache reports a failure
      () => undefined,
    )
  return {
    remove: () => tell(removal.send({ params: { id: file.id } }), `${file.name} removed`),
    rename: (kind: StudentFile['kind']) =>
      tell(
        update.send({ params: { id: file.id }, body: { kind, version: file.version } }),
        `${file.name} marked as ${withinSentence(fileKindLabels[kind])}`,
      ),
  }
}
