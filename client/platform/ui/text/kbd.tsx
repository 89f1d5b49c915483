import type { ReactNode } from 'react'

/** Renders the name of a key in a frame, like a key. */
export const Kbd = ({ children }: { children: ReactNode }) => (
  <kbd className="inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-[4px] px-1 font-sans text-meta text-ink-3 shadow-line">
    {children}
  </kbd>
)

/** The name of the command key on this computer: ⌘ or Ctrl. */
export const commandKey = (): string =>
  typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl '
