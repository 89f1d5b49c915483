import { CircleMinus, Download, ExternalLink, type LucideIcon } from 'lucide-react'
import {
  fileKindLabels,
  fileKinds,
  waiverFileKinds,
  type FileKind,
} from '#contract/platform/record/file-kinds.ts'
import type { FormType } from '#contract/review/form-submissions/choices.ts'
import type { FormFile } from '#contract/review/form-submissions/review-shapes.ts'
import { formatFileSize, formatInstant } from '#client/platform/lib/format.ts'
import { currentBase } from '#client/platform/lib/host.ts'
import { AnchorButton } from '#client/platform/ui/controls/link-button.tsx'
import { Tooltip } from '#client/platform/ui/overlays/tooltip.tsx'
import { Truncate } from '#client/platform/ui/overlays/truncate.tsx'
import { Pill } from '#client/platform/ui/text/badge.tsx'
import { PictureView, Toolbar } from '#client/records/documents/picture-view.tsx'

interface SentFilesProps {
  formType: FormType
  files: readonly FormFile[]
  /** The IDs of files that came when the form was fixed: they’re first of their kind. */
  added: readonly number[]
}

/** Renders the files of a form in place: the card’s front and back, letters, then others. */
export const SentFiles = ({ formType, files, added }: SentFilesProps) => {
  if (files.length === 0) return <p className="text-ink-2">No documents were sent with this form.</p>
  return (
    <div className="flex flex-col gap-6">
      <NotSent formType={formType} files={files} />
      {fileKinds.map((kind) => (
        <FilesOfKind
          key={kind}
          kind={kind}
          files={files
            .filter((file) => file.kind === kind)
            .toSorted((one, other) => Number(added.includes(other.id)) - Number(added.includes(one.id)))}
          added={added}
        />
      ))}
    </div>
  )
}

/** A waiver decision relies on both sides of the card. */
const NotSent = ({ formType, files }: Omit<SentFilesProps, 'added'>) => {
  const missing = waiverFileKinds.filter((kind) => files.every((file) => file.kind !== kind))
  if (formType !== 'waiver' || missing.length === 0) return null
  return (
    <ul className="flex flex-col gap-1">
      {missing.map((kind) => (
        <li key={kind} className="flex items-center gap-1.5 text-warning-text">
          <CircleMinus size={16} aria-hidden className="shrink-0" />
          Not sent: {fileKindLabels[kind]}
        </li>
      ))}
    </ul>
  )
}

const FilesOfKind = ({ kind, files, added }: Omit<SentFilesProps, 'formType'> & { kind: FileKind }) =>
  files.length > 0 && (
    <section aria-label={fileKindLabels[kind]} className="flex flex-col gap-4">
      {files.map((file, index) => (
        <SentFile
          key={file.id}
          file={file}
          label={labelOf(file, index, files.length)}
          isNew={added.includes(file.id)}
        />
      ))}
    </section>
  )

/** A file of another type is known by its name; one of several of a type by its number. */
const labelOf = ({ kind, name }: FormFile, index: number, count: number): string => {
  if (kind === 'other') return name
  return count === 1 ? fileKindLabels[kind] : `${fileKindLabels[kind]}, ${index + 1} of ${count}`
}

const SentFile = ({ file, label, isNew }: { file: FormFile; label: string; isNew: boolean }) => {
  const url = `${currentBase()}${file.url}`
  const isPicture = file.inline && file.media_type.startsWith('image/')
  const actions = <FileLinks file={file} label={label} url={url} />
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1">
        <h2 className="font-medium wrap-anywhere">
          {label}
          {isNew && <Pill className="ml-2">New</Pill>}
        </h2>
        <p className="text-label text-ink-2">
          <Truncate className="block">
            {[
              ...(file.kind === 'other' ? [] : [file.name]),
              formatFileSize(file.size),
              formatInstant(file.created_at),
            ].join(' · ')}
          </Truncate>
        </p>
      </figcaption>
      {isPicture ? (
        <PictureView label={label} url={url} actions={actions} />
      ) : (
        <>
          <Toolbar>{actions}</Toolbar>
          {file.inline && (
            // oxlint-disable-next-line react/iframe-missing-sandbox -- the browser's PDF viewer doesn't run in a sandbox
            <iframe
              src={url}
              title={label}
              className="h-96 w-full rounded-card shadow-line sm:h-[min(70vh,44rem)]"
            />
          )}
        </>
      )}
    </figure>
  )
}

/** Renders the links of a file; a file that browsers don’t show has only the download. */
const FileLinks = ({ file, label, url }: { file: FormFile; label: string; url: string }) =>
  file.inline ? (
    <>
      <IconLink
        icon={ExternalLink}
        tip="Open in a new tab"
        label={`Open ${label} in a new tab`}
        href={url}
        target="_blank"
        rel="noopener noreferrer"
      />
      <IconLink icon={Download} tip="Download" label={`Download ${label}`} href={`${url}?download=1`} />
    </>
  ) : (
    <AnchorButton size="sm" icon={Download} href={`${url}?download=1`} aria-label={`Download ${label}`}>
      Download
    </AnchorButton>
  )

interface IconLinkProps {
  icon: LucideIcon
  tip: string
  label: string
  href: string
  target?: string
  rel?: string
}

const IconLink = ({ icon: Icon, tip, label, ...link }: IconLinkProps) => (
  <Tooltip text={tip} side="top">
    <a
      {...link}
      aria-label={label}
      className="inline-grid size-7 place-items-center rounded-control text-ink-3 hover:bg-hover hover:text-ink coarse:size-10"
    >
      <Icon size={16} aria-hidden />
    </a>
  </Tooltip>
)
