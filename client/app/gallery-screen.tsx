import { createFileRoute, notFound } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

const Gallery =
  import.meta.env.DEV || import.meta.env.MODE === 'gallery'
    ? lazy(async () => ({ default: (await import('./gallery.tsx')).Gallery }))
    : null

const GalleryScreen = () =>
  Gallery && (
    <Suspense fallback={null}>
      <Gallery />
    </Suspense>
  )

/** Renders every component of client/platform/ui, for development only; other builds show the not-found page. */
export const Route = createFileRoute('/gallery')({
  beforeLoad: () => {
    if (!Gallery) throw notFound()
  },
  component: GalleryScreen,
})
