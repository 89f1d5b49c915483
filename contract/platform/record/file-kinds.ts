/** The types of a document. */
export const fileKinds = ['insurance_card_front', 'insurance_card_back', 'coverage_letter', 'other'] as const
export type FileKind = (typeof fileKinds)[number]
export const fileKindLabels: Record<FileKind, string> = {
  insurance_card_front: 'Insurance card, front',
  insurance_card_back: 'Insurance card, back',
  coverage_letter: 'Coverage letter',
  other: 'Other',
}

/** The documents a waiver decision requires: both sides of the insurance card. */
export const waiverFileKinds = [
  'insurance_card_front',
  'insurance_card_back',
] as const satisfies readonly FileKind[]

/** A file type that can be uploaded: its extensions, and whether browsers can show it inline or a JPEG copy of it. */
export interface FileType {
  readonly label: string
  readonly media_type: string
  readonly extensions: readonly string[]
  readonly inline: boolean
  /** Whether a JPEG copy is shown, because not every browser shows it. */
  readonly isCopied?: boolean
}

/**
 * All file types that can be uploaded. The server knows them by their content; plain text by its name too. SVG and HTML are
 * never allowed.
 */
export const fileTypes = [
  { label: 'PDF', media_type: 'application/pdf', extensions: ['pdf'], inline: true },
  { label: 'PNG', media_type: 'image/png', extensions: ['png'], inline: true },
  { label: 'JPEG', media_type: 'image/jpeg', extensions: ['jpg', 'jpeg', 'jfif'], inline: true },
  { label: 'WebP', media_type: 'image/webp', extensions: ['webp'], inline: true },
  { label: 'GIF', media_type: 'image/gif', extensions: ['gif'], inline: false },
  { label: 'HEIC', media_type: 'image/heic', extensions: ['heic', 'heif'], inline: true, isCopied: true },
  { label: 'TIFF', media_type: 'image/tiff', extensions: ['tif', 'tiff'], inline: true, isCopied: true },
  { label: 'Word', media_type: 'application/msword', extensions: ['doc'], inline: false },
  {
    label: 'Word',
    media_type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extensions: ['docx'],
    inline: false,
  },
  { label: 'plain text', media_type: 'text/plain', extensions: ['txt'], inline: false },
] as const satisfies readonly FileType[]

/** The largest file in bytes: 20 MB. */
export const maxFileSize = 20 * 1024 * 1024

/** The `accept` value for an `<input type="file">`: '.pdf,.png,…' */
export const acceptedFiles = fileTypes
  .flatMap(({ extensions }) => extensions.map((extension) => `.${extension}`))
  .join(',')
