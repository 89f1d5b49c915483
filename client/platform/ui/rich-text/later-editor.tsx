import { later } from '../states/later.tsx'
import { Skeleton } from '../states/skeleton.tsx'

/** Renders the rich-text editor, which is large and loads only when needed. */
export const RichTextEditor = later(
  async () => (await import('./editor.tsx')).RichTextEditor,
  <Skeleton className="h-28" />,
)
