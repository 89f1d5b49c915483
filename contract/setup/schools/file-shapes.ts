import * as z from 'zod/mini'

/** The purposes of a school’s files. */
export const fileKinds = ['logo', 'image', 'file'] as const
export type SchoolFileKind = (typeof fileKinds)[number]

/** A file type a school can upload; `isImage`: can also be a logo or image. */
interface MediaType {
  readonly label: string
  readonly media_type: string
  readonly extension: string
  readonly isImage: boolean
}

/** All file types that can be uploaded, checked by content. Of an SVG, only shapes and paint are kept. */
export const mediaTypes: readonly MediaType[] = [
  { label: 'PNG', media_type: 'image/png', extension: 'png', isImage: true },
  { label: 'JPEG', media_type: 'image/jpeg', extension: 'jpg', isImage: true },
  { label: 'WebP', media_type: 'image/webp', extension: 'webp', isImage: true },
  { label: 'SVG', media_type: 'image/svg+xml', extension: 'svg', isImage: true },
  { label: 'PDF', media_type: 'application/pdf', extension: 'pdf', isImage: false },
]

const emailImages = mediaTypes.filter(({ media_type }) => /png|jpeg/.test(media_type))

/** Whether mail programs show images of a type. Most of them show neither SVG nor WebP. */
export const isEmailImage = (mediaType: string): boolean =>
  emailImages.some(({ media_type }) => media_type === mediaType)

/** Whether mail programs show a logo, by its URL. Emails show the school’s name otherwise. */
export const isEmailLogo = (url: string): boolean =>
  emailImages.some(({ extension }) => url.endsWith(`.${extension}`))

/** A school’s logo, image or PDF, which anyone with its URL can open. */
export const schoolFile = z.object({
  id: z.int(),
  kind: z.enum(fileKinds),
  /** The public URL: `/media/{name}`. */
  url: z.string(),
  /** The name it was uploaded with. */
  name: z.string(),
  /** The alt text of an image; '' if it’s decorative. */
  alt: z.string(),
  media_type: z.string(),
  /** Stored size in bytes. */
  size: z.int(),
  /** Size in pixels; null if it isn’t an image or has no size. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  created_at: z.string(),
})
export type SchoolFile = z.output<typeof schoolFile>

/** A page or document of a policy year that uses a file. */
export const schoolFileUse = z.object({
  file_id: z.int(),
  period_id: z.int(),
  period_name: z.string(),
  /** The document kind, or `custom-pages` for a custom page. */
  document: z.string(),
  /** The document’s label or the page’s title. */
  label: z.string(),
  /** The position of a custom page, from 1; null for a document. */
  page_order: z.nullable(z.int()),
  /** Whether the published version uses it, not only the draft. */
  is_published: z.boolean(),
})
export type SchoolFileUse = z.output<typeof schoolFileUse>
