import type { ReactNode } from 'react'
import { Wordmark } from '#client/accounts/auth/wordmark.tsx'

/** Renders the frame of a public page: the logo, and a message in the center. */
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
