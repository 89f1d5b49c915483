import { createContext, use, type ReactNode } from 'react'

/** Saves the unsaved text of forms; `form` identifies the form and the record. */
export interface DraftStore {
  /** Maximum number of characters of a draft; longer drafts aren't saved. */
  readonly limit: number
  /** Returns the draft; null if there is none. */
  readonly read: (form: string) => Promise<string | null>
  /** `leaving`: the page is closing, and the request must outlive it, like that of `discard`. */
  readonly keep: (form: string, content: string, leaving: boolean) => Promise<void>
  readonly discard: (form: string) => Promise<void>
}

const StoreContext = createContext<DraftStore | null>(null)

export const DraftsProvider = ({ store, children }: { store: DraftStore; children: ReactNode }) => (
  <StoreContext value={store}>{children}</StoreContext>
)

/**
 * Returns the store for a form with drafts, null for other forms. Throws a developer error without `DraftsProvider`.
 */
export const useDraftStore = (isWanted: boolean): DraftStore | null => {
  const store = use(StoreContext)
  if (isWanted && !store) throw new Error('A form with drafts must be used inside <DraftsProvider>.')
  return isWanted ? store : null
}
