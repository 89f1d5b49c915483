import { createFileRoute, Link, type LinkProps } from '@tanstack/react-router'
import { Copy, FileText, Images, Trash2 } from 'lucide-react'
import { listSchoolFiles, listSchoolFileUses, removeSchoolFile } from '#contract/setup/schools/endpoints.ts'
import type { SchoolFile, SchoolFileUse } from '#contract/setup/schools/file-shapes.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { SchoolSettings } from './school-settings.tsx'
import { UploadLines } from '#client/platform/common/upload-lines.tsx'
import { useSchoolUploads } from './use-school-uploads.ts'
import { useUndo } from '#client/platform/common/use-undo.ts'
import { formatCount, formatDay, formatNumber, localDay } from '#client/platform/lib/format.ts'
import { useAsk, useSend } from '#client/platform/lib/query.ts'
import { useConfirm } from '#client/platform/ui/overlays/confirm.tsx'
import type { ConfirmOptions } from '#client/platform/ui/overlays/confirm-dialog.tsx'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { FileDrop } from '#client/platform/ui/controls/file-drop.tsx'
import { PageBody } from '#client/platform/ui/text/page-header.tsx'
import { schoolReads } from './use-school-edit.ts'
import { fileFactsInWords } from './school-file-text.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Badge } from '#client/platform/ui/text/badge.tsx'
import { IconButton } from '#client/platform/ui/controls/icon-button.tsx'
import { useCopy } from '#client/platform/ui/overlays/use-copy.ts'
import { Truncate } from '#client/platform/ui/overlays/truncate.tsx'
import { placeOfDocument } from '#client/setup/period-documents/document-places.ts'

const fileReads = [...schoolReads, listSchoolFiles, listSchoolFileUses] as const

/** Renders the images and files for a school's student website. */
const FilesScreen = () => {
  const schoolId = Number(Route.useParams().id)
  const files = useAsk(listSchoolFiles, { params: { id: schoolId }, query: {} })
  return (
    <SchoolSettings
      schoolId={schoolId}
      title="Files"
      {...(files.data ? { count: formatNumber(files.data.length) } : {})}
    >
      <Loaded
        of={files}
        what="The files"
        who="Only Shipmate Admins can manage school files."
        rows={5}
        label="Loading files"
      >
        {(data) => (
          <PageBody width="md">
            <UploadArea schoolId={schoolId} />
            <FileList schoolId={schoolId} files={data} />
          </PageBody>
        )}
      </Loaded>
    </SchoolSettings>
  )
}

const UploadArea = ({ schoolId }: { schoolId: number }) => {
  const { uploads, send } = useSchoolUploads(schoolId)
  return (
    <section aria-label="Add files" className="flex flex-col gap-3">
      <FileDrop
        label="Drop images or PDFs here or choose files"
        hint="PNG, JPEG, WebP, SVG or PDF, up to 20 MB each. Anyone with the URL can see these files."
        accept=".png,.jpg,.jpeg,.webp,.svg,.pdf"
        multiple
        onFile={(file) => void send(file, null)}
      />
      <UploadLines uploads={uploads} />
    </section>
  )
}

/** Removes a file. If pages use it, asks first, because they'll show a gap. */
const useRemove = (schoolId: number, readUses: () => Promise<readonly SchoolFileUse[] | undefined>) => {
  const offerUndo = useUndo(fileReads, 'file')
  const confirm = useConfirm()
  const { send } = useSend(removeSchoolFile, { refreshes: fileReads })
  return async (file: SchoolFile): Promise<void> => {
    const uses = (await readUses())?.filter(({ file_id }) => file_id === file.id)
    if (uses?.length !== 0 && !(await confirm(removalConfirmation(file, uses)))) return
    const params = { id: String(schoolId), fileId: String(file.id) }
    const sent = await send({ params }).catch(() => null)
    if (sent) offerUndo({ changeId: sent.changeId, title: `${file.name} removed` })
  }
}

/** Asks with the file's current uses. */
const removalConfirmation = (
  file: SchoolFile,
  uses: readonly SchoolFileUse[] | undefined,
): ConfirmOptions => ({
  title: `Remove ${file.name}?`,
  message: uses ? (
    <>
      <p>
        {uses.length === 1
          ? 'The image will be missing on this page:'
          : `These ${formatCount(uses.length, 'page')} will show a gap instead:`}
      </p>
      <ul className="mt-1 list-disc pl-5">
        {uses.map((use) => (
          <li key={`${use.period_id} ${use.document} ${use.page_order ?? ''}`}>{placeText(use)}</li>
        ))}
      </ul>
    </>
  ) : (
    'Shipmate couldn’t check which pages use this file. Pages that use it will show a gap.'
  ),
  acceptLabel: 'Remove file',
  danger: true,
})

const FileList = ({ schoolId, files }: { schoolId: number; files: readonly SchoolFile[] }) => {
  const { data: uses, refetch } = useAsk(listSchoolFileUses, { params: { id: schoolId } })
  const remove = useRemove(schoolId, async () => (await refetch()).data)
  if (files.length === 0)
    return (
      <EmptyState compact icon={Images} title="No files yet">
        Images, logos and brochures for the student website appear here with their URLs.
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
  /** Where it's used; absent until it's loaded. */
  uses: readonly SchoolFileUse[] | undefined
  onRemove: () => void
}

/** Renders a file: name, uses, URL to copy, and Remove. */
const FileLine = ({ schoolId, file, uses, onRemove }: FileLineProps) => {
  const copyOut = useCopy()
  const copy = () =>
    void copyOut(file.url, {
      title: 'URL copied',
      description: 'Paste it into a student website page.',
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
        {/* logos aren't used on pages */}
        {uses && (uses.length > 0 || file.kind !== 'logo') && <FileUses schoolId={schoolId} uses={uses} />}
      </div>
      <span className="max-sm:hidden">
        <Button icon={Copy} size="sm" onClick={copy}>
          Copy URL
        </Button>
      </span>
      <span className="sm:hidden">
        <IconButton icon={Copy} label={`Copy URL of ${file.name}`} onClick={copy} />
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

interface FileUsesProps {
  schoolId: number
  /** The uses of one file, the latest year first. */
  uses: readonly SchoolFileUse[]
}

/** Renders where a file is used, year by year, with links to the pages. */
const FileUses = ({ schoolId, uses }: FileUsesProps) => {
  if (uses.length === 0) return <p className="text-label text-ink-3">Not used</p>
  return (
    <ul className="text-label text-ink-2">
      {[...Map.groupBy(uses, ({ period_id }) => period_id)].map(([period, own]) => (
        <li key={period}>
          {own[0]?.period_name}:{' '}
          {own.map((use, index) => (
            <span key={`${use.document} ${use.page_order ?? ''}`}>
              {index > 0 && ', '}
              <UseLink schoolId={schoolId} use={use} />
              {!use.is_published && ' (unpublished)'}
            </span>
          ))}
        </li>
      ))}
    </ul>
  )
}

const linkClass = 'font-medium text-accent-text'

const UseLink = ({ schoolId, use }: { schoolId: number; use: SchoolFileUse }) => {
  if (use.page_order !== null)
    return (
      <Link
        to="/schools/$school/period/$period/website/custom-page/$order"
        params={{ school: String(schoolId), period: String(use.period_id), order: String(use.page_order) }}
        className={linkClass}
      >
        {use.label}
      </Link>
    )
  const to = placeOfDocument(schoolId, use.period_id, use.document)
  return to === null ? (
    use.label
  ) : (
    // the path is built from the place; the router checks it at run time
    <Link to={to as NonNullable<LinkProps['to']>} className={linkClass}>
      {use.label}
    </Link>
  )
}

/** Returns a page's name: 'FAQs, 2026–27, unpublished'. */
const placeText = ({ label, period_name, is_published }: SchoolFileUse): string =>
  is_published ? `${label}, ${period_name}` : `${label}, ${period_name}, unpublished`
