import { useState } from 'react'
import type { BursarAction } from '#contract/outputs/bursar/choices.ts'

/** Which lines are on screen, and the functions that show others. */
export interface LinesShown {
  readonly page: number
  readonly size: number
  readonly action: BursarAction | null
  /** The same for the server. */
  readonly query: { readonly page: string; readonly per_page: string; readonly action?: BursarAction }
  readonly showPage: (page: number) => void
  readonly showSize: (size: number) => void
  readonly showAction: (action: BursarAction | null) => void
}

/** Keeps the page and filter of a list of lines. */
export const useLinesShown = (): LinesShown => {
  const [{ page, size, action }, setShown] = useState<Pick<LinesShown, 'page' | 'size' | 'action'>>({
    page: 1,
    size: 25,
    action: null,
  })
  return {
    page,
    size,
    action,
    query: { page: String(page), per_page: String(size), ...(action === null ? {} : { action }) },
    showPage: (next) => setShown({ page: next, size, action }),
    showSize: (next) => setShown({ page: 1, size: next, action }),
    showAction: (next) => setShown({ page: 1, size, action: next }),
  }
}
