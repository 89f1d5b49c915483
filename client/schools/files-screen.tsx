import { createFileRoute } from '@tanstack/react-router'
import { Images, Copy, FileText, Trash2 } from 'lucide-react'
import { listSchoolFiles, listSchoolFileUses, removeSchoolFile } from '#contract/schools/endpoints.ts'
import type { SchoolFile, SchoolFileUse } from '#contract/schools/file-shapes.ts'
import { FailedState } from '#client/common/failed-state.tsx'
import { SchoolSettings } from '#client/common/school-settings.tsx'
import { UploadLines } from '#client/common/upload-lines.tsx'
import { useSchoolUploads } from '#client/common/use-school-uploads.ts'
import { useUndo } from '#client/common/use-undo.ts'
import { formatCount, formatNumber, formatDay, localDay } from '#client/lib/format.ts'
import { useAsk, useSend } from '#client/lib/query.ts'
import { useConfirm } from '#client/ui/overlays/confirm.tsx'
import type { ConfirmOptions } from '#client/ui/overlays/confirm-dialog.tsx'
import { EmptyState } from '#client/ui/states/empty-state.tsx'
import { FileDrop } from '#client/ui/controls/file-drop.tsx'
import { PageBody } from '#client/ui/text/page-header.tsx'
import { SkeletonRows } from '#client/ui/states/skeleton.tsx'
import { placeInWords, FileUses } from './file-uses.tsx'
import { schoolReads } from './use-school-edit.ts'
import { fileFactsInWords } from '#client/common/school-file-words.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { Badge } from '#client/ui/text/badge.tsx'
import { IconButton } from '#client/ui/controls/icon-button.tsx'
import { useCopy } from '#client/ui/overlays/use-copy.ts'
import { Truncate } from '#client/ui/overlays/truncate.tsx'

const fileReads = [...schoolReads, listSchoolFiles, listSchoolFileUses] as const

/** The pictures and files of a school that its student website shows. */
const FilesScreen = () => {
  const schoolId = Number(Route.useParams().id)
  const { data, error, refetch } = useAsk(listSchoolFiles, { params: { id: schoolId }, query: {} })
  return (
    <SchoolSettings schoolId={schoolId} title="Files" {...(data ? { count: formatNumber(data.length) } : {})}>
      {data ? (
        <PageBody width="md">
          <Drop schoolId={schoolId} />
          <Found schoolId={schoolId} files={data} />
        </PageBody>
      ) : error ? (
        <FailedState
          error={error}
          what="The files"
          who="Only Shipmate Admins keep the files of a school."
          onRetry={() => void refetch()}
        />
      ) : (
        <SkeletonRows rows={5} label="Loading the files" />
      )}
    </SchoolSettings>
  )
}

const Drop = ({ schoolId }: { schoolId: number }) => {
  const { uploads, send } = useSchoolUploads(schoolId)
  return (
    <section aria-label="Add files" className="flex flex-col gap-3">
      <FileDrop
        label="Drop pictures and PDFs here, or choose them"
        hint="PNG, JPEG, WebP, SVG or PDF, up to 20 MB each. Everybody who has the address can see them."
        accept=".png,.jpg,.jpeg,.webp,.svg,.pdf"
        multiple
        onFile={(file) => void send(file, null)}
      />
      <UploadLines uploads={uploads} />
    </section>
  )
}

/** Removes a file. One that stands on pages is asked about first: they show a gap from then on. */
const useRemove = (schoolId: number, readUses: () => Promise<readonly SchoolFileUse[] | undefined>) => {
  const offerUndo = useUndo(fileReads, 'file')
  const confirm = useConfirm()
  const { send } = useSend(removeSchoolFile, { refreshes: fileReads })
  return async (file: SchoolFile): Promise<void> => {
    const uses = (await readUses())?.filter(({ file_id }) => file_id === file.id)
    if (uses?.length !== 0 && !(await confirm(questionOf(file, uses)))) return
    const params = { id: String(schoolId), fileId: String(file.id) }
    const sent = await send({ params }).catch(() => null)
    if (sent) offerUndo({ changeId: sent.changeId, title: `${file.name} removed` })
  }
}

/** Where it stands, as it was read this moment. */
const questionOf = (file: SchoolFile, uses: readonly SchoolFileUse[] | undefined): ConfirmOptions => ({
  title: `Remove ${file.name}${uses ? ` from ${formatCount(uses.length, 'page')}` : ''}?`,
  message: uses ? (
    <>
      <p>Whoever opens these finds a gap where it stands:</p>
      <ul className="mt-1 list-disc pl-5">
        {uses.map((use) => (
          <li key={`${use.period_id} ${use.document} ${use.page_order ?? ''}`}>{placeInWords(use)}</li>
        ))}
      </ul>
    </>
  ) : (
    'Where it stands could not be read. Pages that show it will have a gap.'
  ),
  acceptLabel: 'Remove the file',
  danger: true,
})

const Found = ({ schoolId, files }: { schoolId: number; files: readonly SchoolFile[] }) => {
  const { data: uses, refetch } = useAsk(listSchoolFileUses, { params: { id: schoolId } })
  const remove = useRemove(schoolId, async () => (await refetch()).data)
  if (files.length === 0)
    return (
      <EmptyState compact icon={Images} title="No files yet">
        Pictures, logos and brochures that the pages of the student website show stand here, each with its
        address.
      </EmptyState>
    )
  return (
    <ul aria-label="Files" className="mt-4 flex flex-col">
      {files.map((file) => (
        <FileLine
          key={file.id}
          schoolId={schoolId}
          file={file}
          uses={uses?.filter(({ file_id }) => file_id === file.id)}
          onRemove={() => void remove(file)}
        />
      ))}
    </ul>
  )
}

interface FileLineProps {
  schoolId: number
  file: SchoolFile
  /** Where it stands; absent while nobody knows. */
  uses: readonly SchoolFileUse[] | undefined
  onRemove: () => void
}

/** A file of a school: what it is, where it stands, its address to copy, and the way to remove it. */
const FileLine = ({ schoolId, file, uses, onRemove }: FileLineProps) => {
  const copyOut = useCopy()
  const copy = () =>
    void copyOut(file.url, {
      title: 'Address copied',
      description: 'Paste it into a page of the student website.',
    })
  return (
    <li className="flex items-center gap-3 border-b border-line py-2.5">
      <Thumb file={file} />
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-center gap-2">
          <a href={file.url} target="_blank" rel="noreferrer" className="min-w-0 font-medium">
            <Truncate className="block">{file.name}</Truncate>
          </a>
          {file.kind === 'logo' && <Badge>Logo</Badge>}
        </p>
        <Truncate as="p" className="tabular text-label text-ink-2">
          {fileFactsInWords(file)}
          <span className="max-sm:hidden">{` · ${formatDay(localDay(new Date(file.created_at)))}`}</span>
        </Truncate>
        {/* a logo stands elsewhere than on pages */}
        {uses && (uses.length > 0 || file.kind !== 'logo') && <FileUses schoolId={schoolId} uses={uses} />}
      </div>
      <span className="max-sm:hidden">
        <Button icon={Copy} size="sm" onClick={copy}>
          Copy address
        </Button>
      </span>
      <span className="sm:hidden">
        <IconButton icon={Copy} label={`Copy the address of ${file.name}`} onClick={copy} />
      </span>
      <IconButton icon={Trash2} label={`Remove ${file.name}`} onClick={onRemove} />
    </li>
  )
}

const Thumb = ({ file }: { file: SchoolFile }) => (
  <span className="grid size-10 shrink-0 place-items-center overflow-hidden rounded-control bg-white shadow-line">
    {file.media_type.startsWith('image/') ? (
      <img src={file.url} alt="" loading="lazy" className="max-h-full max-w-full object-contain" />
    ) : (
      <FileText size={18} aria-hidden className="text-[#5b6762]" />
    )}
  </span>
)

export const Route = createFileRoute('/_signed-in/_admin/schools/$id/settings/files')({
  component: FilesScreen,
})
