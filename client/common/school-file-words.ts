import { mediaTypes, type SchoolFile } from '#contract/schools/file-shapes.ts'
import { formatFileSize } from '#client/lib/format.ts'

/** 'PNG · 640 × 480 · 24 kB' */
export const fileFactsInWords = ({ media_type, width, height, size }: SchoolFile): string => {
  const label = mediaTypes.find((type) => type.media_type === media_type)?.label ?? media_type
  const pixels = width === null || height === null ? [] : [`${width} × ${height}`]
  return [label, ...pixels, formatFileSize(size)].join(' · ')
}
