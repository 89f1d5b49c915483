import { createFileRoute } from '@tanstack/react-router'
import { Images } from 'lucide-react'
import { listSchoolFiles, listSchoolFileUses, removeSchoolFile } from '#contract/schools/endpoints.ts'
import type { SchoolFile, SchoolFileUse } from '#contract/schools/file-shapes.ts'
import { FailedState } from '#client/common/failed-state.tsx'
import { SchoolSettings } from '#client/common/school-settings.tsx'
import { UploadLines } from '#client/common/upload-lines.tsx'
import { useSchoolUploads } from '#client/common/use-school-uploads.ts'
import { useUndo } from '#client/common/use-undo.ts'
import { formatCount, formatNumber } from '#client/lib/format.ts'
import { useAsk, useSend } from '#client/lib/query.ts'
import { useConfirm, type ConfirmOptions } from '#client/ui/confirm.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { FileDrop } from '#client/ui/file-drop.tsx'
import { PageBody } from '#client/ui/page-header.tsx'
import { SkeletonRows } from '#client/ui/skeleton.tsx'
import { FileLine } from './file-line.tsx'
import { placeInWords } from './file-uses.tsx'
import { schoolReads } from './use-school-edit.ts'

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

export const Route = createFileRoute('/_signed-in/_admin/schools/$id/settings/files')({
  component: FilesScreen,
})
