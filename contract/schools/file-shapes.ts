import * as z from 'zod/mini'

/** What a school's file is for. */
export const fileKinds = ['logo', 'image', 'file'] as const
export type SchoolFileKind = (typeof fileKinds)[number]

/** A sort of file that a school may show; `isImage`: also as its logo or a picture. */
interface MediaType {
  readonly label: string
  readonly media_type: string
  readonly extension: string
  readonly isImage: boolean
}

/** All that may be uploaded, told by content; an SVG is kept as shapes and paint alone. */
export const mediaTypes: readonly MediaType[] = [
  { label: 'PNG', media_type: 'image/png', extension: 'png', isImage: true },
  { label: 'JPEG', media_type: 'image/jpeg', extension: 'jpg', isImage: true },
  { label: 'WebP', media_type: 'image/webp', extension: 'webp', isImage: true },
  { label: 'SVG', media_type: 'image/svg+xml', extension: 'svg', isImage: true },
  { label: 'PDF', media_type: 'application/pdf', extension: 'pdf', isImage: false },
]

/** A file of a school, to be shown to everybody. */
export const schoolFile = z.object({
  id: z.int(),
  kind: z.enum(fileKinds),
  /** Where everybody finds it: `/media/{name}`. */
  url: z.string(),
  /** The name it was uploaded under. */
  name: z.string(),
  /** What a picture shows, in words; '' for decoration. */
  alt: z.string(),
  media_type: z.string(),
  /** Bytes as kept. */
  size: z.int(),
  /** Pixels; null where it is no picture, or it does not say. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  created_at: z.string(),
})
export type SchoolFile = z.output<typeof schoolFile>

/** A page or document of a policy year in which a file stands. */
export const schoolFileUse = z.object({
  file_id: z.int(),
  period_id: z.int(),
  period_name: z.string(),
  /** The kind of document; `custom-pages` for a page of the school's own. */
  document: z.string(),
  /** As staff know it: a document's label, a page's title. */
  label: z.string(),
  /** Of a page of the school's own, its place in the order from 1 on; null for a document. */
  page_order: z.nullable(z.int()),
  /** Whether it stands in what is published, and not alone in what is being written. */
  is_published: z.boolean(),
})
export type SchoolFileUse = z.output<typeof schoolFileUse>
