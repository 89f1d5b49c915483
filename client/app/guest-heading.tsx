import type { ReactNode } from 'react'

/** The heading of a guest page, and the page's title. */
export const GuestHeading = ({ title, children }: { title: string; children?: ReactNode }) => (
  <header className="mb-5">
    <title>{`${title} · Shipmate`}</title>
    <h1 className="text-page font-semibold tracking-[-0.018em]">{title}</h1>
    {children && <div className="mt-1 text-ink-2">{children}</div>}
  </header>
)
