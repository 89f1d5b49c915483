import { Download } from 'lucide-react'
import type { StudentFile } from '#contract/documents/shapes.ts'
import { currentBase } from '#client/lib/host.ts'
import { Dialog } from '#client/ui/overlays/dialog.tsx'

/** Renders an image or PDF in place. The file is a separate document from the page. */
export const DocumentPreview = ({ file, onClose }: { file: StudentFile; onClose: () => void }) => {
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
        <img
          src={url}
          alt={file.name}
          className="mx-auto max-h-[65vh] max-w-full rounded-control object-contain"
        />
      ) : (
        // oxlint-disable-next-line react/iframe-missing-sandbox -- the browser's PDF viewer doesn't run in a sandbox
        <iframe src={url} title={file.name} className="h-[65vh] w-full rounded-control" />
      )}
    </Dialog>
  )
}
