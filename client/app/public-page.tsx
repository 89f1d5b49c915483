import type { ReactNode } from 'react'
import { Wordmark } from './wordmark.tsx'

/** The frame of a page that anyone may see: the mark, and one state in the middle. */
export const PublicPage = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="flex min-h-dvh flex-col bg-canvas p-4">
    <title>{`${title} · Shipmate`}</title>
    <Wordmark />
    <main className="grow">
      <h1 className="sr-only">{title}</h1>
      {children}
    </main>
  </div>
)
