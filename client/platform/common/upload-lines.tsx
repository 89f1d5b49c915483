import { X } from 'lucide-react'
import { IconButton } from '#client/platform/ui/controls/icon-button.tsx'
import { ProgressBar } from '#client/platform/ui/states/progress-bar.tsx'
import type { Upload } from './use-uploads.ts'
import { Truncate } from '#client/platform/ui/overlays/truncate.tsx'

/** Renders the files being uploaded: the progress of each, or why it was rejected. */
export const UploadLines = ({ uploads }: { uploads: readonly Upload[] }) =>
  uploads.length > 0 && (
    <ul aria-label="Uploads" className="flex flex-col gap-2">
      {uploads.map((upload) => (
        <UploadLine key={upload.id} upload={upload} />
      ))}
    </ul>
  )

const UploadLine = ({ upload }: { upload: Upload }) => (
  <li className="flex items-center gap-3 rounded-control px-3 py-2 shadow-line">
    <Truncate className="w-56 max-w-[40%]">{upload.name}</Truncate>
    {upload.error === null ? (
      <div className="flex-1">
        <ProgressBar label={`Uploading ${upload.name}`} done={upload.sent} total={upload.size} />
      </div>
    ) : (
      <span role="alert" className="flex-1 text-danger-text">
        {upload.error}
      </span>
    )}
    <IconButton
      icon={X}
      label={upload.error === null ? `Cancel upload of ${upload.name}` : `Dismiss ${upload.name}`}
      onClick={upload.stop}
    />
  </li>
)
