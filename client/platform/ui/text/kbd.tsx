import type { ReactNode } from 'react'

/** Renders the name of a key in a frame, like a key. */
export const Kbd = ({ children }: { children: ReactNode }) => (
  <kbd className="inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-[4px] px-1 font-sans text-meta text-ink-3 shadow-line">
    {children}
  </kbd>
)

/** Renders, on a button, the key that does the same. */
export const ButtonKey = ({ children }: { children: ReactNode }) => (
  <span
    aria-hidden
    className="ml-0.5 rounded-[4px] px-1 text-meta opacity-80 shadow-[0_0_0_1px_currentColor] coarse:hidden"
  >
    {children}
  </span>
)

/** The name of the command key on this computer: ⌘ or Ctrl. */
export const commandKey = (): string =>
  typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl '
