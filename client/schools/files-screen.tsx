import { createFileRoute } from '@tanstack/react-router'
import { Images } from 'lucide-react'
import { listSchoolFiles, removeSchoolFile } from '#contract/schools/endpoints.ts'
import type { SchoolFile } from '#contract/schools/file-shapes.ts'
import { FailedState } from '#client/common/failed-state.tsx'
import { SchoolSettings } from '#client/common/school-settings.tsx'
import { UploadLines } from '#client/common/upload-lines.tsx'
import { useSchoolUploads } from '#client/common/use-school-uploads.ts'
import { useUndo } from '#client/common/use-undo.ts'
import { formatNumber } from '#client/lib/format.ts'
import { useAsk, useSend } from '#client/lib/query.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { FileDrop } from '#client/ui/file-drop.tsx'
import { PageBody } from '#client/ui/page-header.tsx'
import { SkeletonRows } from '#client/ui/skeleton.tsx'
import { FileLine } from './file-line.tsx'
import { schoolReads } from './use-school-edit.ts'

const fileReads = [...schoolReads, listSchoolFiles] as const

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

const Found = ({ schoolId, files }: { schoolId: number; files: readonly SchoolFile[] }) => {
  const offerUndo = useUndo(fileReads, 'file')
  const { send } = useSend(removeSchoolFile, { refreshes: fileReads })
  const remove = async (file: SchoolFile) => {
    const { changeId } = await send({ params: { id: String(schoolId), fileId: String(file.id) } })
    offerUndo({ changeId, title: `${file.name} removed` })
  }
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
        <FileLine key={file.id} file={file} onRemove={() => void remove(file)} />
      ))}
    </ul>
  )
}

export const Route = createFileRoute('/_signed-in/_admin/schools/$id/settings/files')({
  component: FilesScreen,
})
