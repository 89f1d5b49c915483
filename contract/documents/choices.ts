/** What a document is (decisions section 4, File). */
export const fileKinds = ['insurance_card_front', 'insurance_card_back', 'coverage_letter', 'other'] as const
export type FileKind = (typeof fileKinds)[number]
export const fileKindLabels: Record<FileKind, string> = {
  insurance_card_front: 'Insurance card, front',
  insurance_card_back: 'Insurance card, back',
  coverage_letter: 'Coverage letter',
  other: 'Other',
}

/** What a waiver is decided on: both sides of the insurance card. */
export const waiverFileKinds = [
  'insurance_card_front',
  'insurance_card_back',
] as const satisfies readonly FileKind[]

/** A sort of file that may be uploaded: what its name may end with, and whether a browser shows it in place. */
export interface FileType {
  readonly label: string
  readonly media_type: string
  readonly extensions: readonly string[]
  readonly inline: boolean
}

/** All that may be uploaded, told by content and name together; SVG and HTML never. */
export const fileTypes = [
  { label: 'PDF', media_type: 'application/pdf', extensions: ['pdf'], inline: true },
  { label: 'PNG', media_type: 'image/png', extensions: ['png'], inline: true },
  { label: 'JPEG', media_type: 'image/jpeg', extensions: ['jpg', 'jpeg', 'jfif'], inline: true },
  { label: 'WebP', media_type: 'image/webp', extensions: ['webp'], inline: true },
  { label: 'GIF', media_type: 'image/gif', extensions: ['gif'], inline: false },
  { label: 'HEIC', media_type: 'image/heic', extensions: ['heic', 'heif'], inline: false },
  { label: 'TIFF', media_type: 'image/tiff', extensions: ['tif', 'tiff'], inline: false },
  { label: 'Word', media_type: 'application/msword', extensions: ['doc'], inline: false },
  {
    label: 'Word',
    media_type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extensions: ['docx'],
    inline: false,
  },
  { label: 'text', media_type: 'text/plain', extensions: ['txt'], inline: false },
] as const satisfies readonly FileType[]

/** Bytes that a file may have: 20 MB. */
export const maxFileSize = 20 * 1024 * 1024

/** What an `<input type="file">` accepts: '.pdf,.png,…' */
export const acceptedFiles = fileTypes
  .flatMap(({ extensions }) => extensions.map((extension) => `.${extension}`))
  .join(',')
