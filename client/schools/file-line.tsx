import { Copy, FileText, Trash2 } from 'lucide-react'
import type { SchoolFile, SchoolFileUse } from '#contract/schools/file-shapes.ts'
import { fileFactsInWords } from '#client/common/school-file-words.ts'
import { formatDay, localDay } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { useCopy } from '#client/ui/use-copy.ts'
import { FileUses } from './file-uses.tsx'

interface FileLineProps {
  schoolId: number
  file: SchoolFile
  /** Where it stands; absent while nobody knows. */
  uses: readonly SchoolFileUse[] | undefined
  onRemove: () => void
}

/** A file of a school: what it is, where it stands, its address to copy, and the way to remove it. */
export const FileLine = ({ schoolId, file, uses, onRemove }: FileLineProps) => {
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
          <a href={file.url} target="_blank" rel="noreferrer" className="truncate font-medium">
            {file.name}
          </a>
          {file.kind === 'logo' && <Badge>Logo</Badge>}
        </p>
        <p className="tabular truncate text-label text-ink-2">
          {fileFactsInWords(file)}
          <span className="max-sm:hidden">{` · ${formatDay(localDay(new Date(file.created_at)))}`}</span>
        </p>
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
