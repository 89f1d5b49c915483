import type { ReactNode } from 'react'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { Wordmark } from './wordmark.tsx'

/** Renders a card below the logo, for users who aren't or aren't fully signed in. */
export const GuestFrame = ({
  isWide = false,
  footer,
  children,
}: {
  isWide?: boolean
  footer: ReactNode
  children: ReactNode
}) => (
  <div
    className={cx(
      'flex min-h-dvh flex-col items-center bg-canvas px-4 pb-10',
      isWide ? 'pt-[max(2rem,10dvh)]' : 'pt-[max(2.5rem,16dvh)]',
    )}
  >
    <Wordmark />
    <main
      className={cx(
        'mt-7 w-full rounded-dialog bg-sheet p-6 shadow-sheet sm:p-7',
        isWide ? 'max-w-[30rem]' : 'max-w-[23rem]',
      )}
    >
      {children}
    </main>
    <footer className="mt-6 text-center text-label text-balance text-ink-3">{footer}</footer>
  </div>
)

/** Renders the heading of a guest page, and sets the page title. */
export const GuestHeading = ({ title, children }: { title: string; children?: ReactNode }) => (
  <header className="mb-5">
    <title>{`${title} · Shipmate`}</title>
    <h1 className="text-page font-semibold tracking-[-0.018em]">{title}</h1>
    {children && <div className="mt-1 text-ink-2">{children}</div>}
  </header>
)
