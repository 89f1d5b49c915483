import { createFileRoute } from '@tanstack/react-router'
import { Download, FileText } from 'lucide-react'
import { useState } from 'react'
import { listFiles } from '#contract/records/documents/endpoints.ts'
import type { StudentFile } from '#contract/records/documents/shapes.ts'
import { screenSearch } from '#client/platform/lib/parse-search.ts'
import { PictureView } from './picture-view.tsx'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { useStudentOverview } from '#client/platform/record/student-overview.tsx'
import { readNew } from '#client/platform/lib/new-search.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { PageBody } from '#client/platform/ui/text/page-header.tsx'
import { Tabs } from '#client/platform/ui/text/tabs.tsx'
import { currentBase } from '#client/platform/lib/host.ts'
import { Dialog } from '#client/platform/ui/overlays/dialog.tsx'
import { DocumentItem } from './document-item.tsx'
import { DropDocuments } from './drop-documents.tsx'

/** Renders the student's insurance cards, letters and other documents. */
const DocumentsScreen = () => {
  const { student } = useStudentOverview()
  const { new: isNew = false } = Route.useSearch()
  const navigate = Route.useNavigate()
  const [shown, setShown] = useState<'present' | 'removed'>('present')
  const [preview, setPreview] = useState<StudentFile | null>(null)
  return (
    <PageBody width="lg">
      <DropDocuments
        studentId={student.id}
        isWanted={isNew}
        onEntered={() => void navigate({ search: {}, replace: true })}
      />
      <div className="mt-6 mb-2">
        <Tabs
          label="Documents"
          value={shown}
          onChange={setShown}
          tabs={[
            { value: 'present', label: 'Documents' },
            { value: 'removed', label: 'Removed' },
          ]}
        />
      </div>
      <Documents shown={shown} onPreview={setPreview} />
      {preview && <DocumentPreview file={preview} onClose={() => setPreview(null)} />}
    </PageBody>
  )
}

interface DocumentsProps {
  shown: 'present' | 'removed'
  onPreview: (file: StudentFile) => void
}

const Documents = ({ shown, onPreview }: DocumentsProps) => {
  const { student } = useStudentOverview()
  const documents = useAsk(listFiles, {
    params: { id: student.id },
    query: shown === 'removed' ? { removed: 'true' } : {},
  })
  return (
    <Loaded
      of={documents}
      compact
      what="The documents"
      who="Only this school’s admins and Shipmate Admins have access to documents."
    >
      {(data) =>
        data.length === 0 ? (
          <NoDocuments shown={shown} />
        ) : (
          <ul aria-label="Documents" className="divide-y divide-line rounded-card shadow-line">
            {data.map((file) => (
              <DocumentItem
                key={file.id}
                file={file}
                isRemoved={shown === 'removed'}
                onPreview={() => onPreview(file)}
              />
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

const NoDocuments = ({ shown }: { shown: 'present' | 'removed' }) =>
  shown === 'present' ? (
    <EmptyState compact icon={FileText} title="No documents yet">
      Upload insurance cards and coverage letters above.
    </EmptyState>
  ) : (
    <EmptyState compact icon={FileText} title="No removed documents" />
  )

export const Route = createFileRoute('/_signed-in/_numbered/student/$student/documents')({
  validateSearch: screenSearch(readNew),
  component: DocumentsScreen,
})

/** Renders an image or PDF in place. The file is a separate document from the page. */
const DocumentPreview = ({ file, onClose }: { file: StudentFile; onClose: () => void }) => {
  const url = `${currentBase()}${file.url}`
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={file.name}
      footer={
        <a
          href={`${url}?download=1`}
          className="inline-flex h-8 items-center gap-1.5 rounded-control px-3 font-medium text-ink no-underline shadow-control hover:bg-hover"
        >
          <Download size={16} aria-hidden />
          Download
        </a>
      }
    >
      {file.media_type.startsWith('image/') ? (
        <PictureView label={file.name} url={url} actions={null} />
      ) : (
        // oxlint-disable-next-line react/iframe-missing-sandbox -- the browser's PDF viewer doesn't run in a sandbox
        <iframe src={url} title={file.name} className="h-[65vh] w-full rounded-control" />
      )}
    </Dialog>
  )
}
