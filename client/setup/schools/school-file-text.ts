import { mediaTypes, type SchoolFile } from '#contract/setup/schools/file-shapes.ts'
import { formatFileSize } from '#client/platform/lib/format.ts'

/** 'PNG · 640 × 480 · 24 KB' */
export const fileFactsInWords = ({ media_type, width, height, size }: SchoolFile): string => {
  const label = mediaTypes.find((type) => type.media_type === media_type)?.label ?? media_type
  const pixels = width === null || height === null ? [] : [`${width} × ${height}`]
  return [label, ...pixels, formatFileSize(size)].join(' · ')
}

/** The hint for a logo that mail programs don’t show. */
export const notInEmails =
  'Mail programs don’t show SVG and WebP images, so emails show the school’s name instead. Upload the logo as PNG or JPEG to show it there too.'
