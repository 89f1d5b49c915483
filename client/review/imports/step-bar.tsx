import type { ReactNode } from 'react'
import { keepClear } from '#client/platform/ui/overlays/keep-clear.ts'

/** Renders the next step of an import: what to know, and its button. It stays in reach while the rows scroll. */
export const StepBar = ({ hint, children }: { hint: string; children: ReactNode }) => (
  <div
    ref={keepClear}
    className="sticky bottom-0 z-10 -mx-1 -mb-22 flex min-h-13 flex-wrap items-center justify-end gap-x-4 gap-y-1 border-t border-line bg-sheet px-1 py-2"
  >
    <span aria-live="polite" className="mr-auto text-ink-3">
      {hint}
    </span>
    {children}
  </div>
)
