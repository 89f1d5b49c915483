import { createContext, use, type ReactNode } from 'react'

/** Where forms keep what is typed and not saved; `form` says which form of which record. */
export interface DraftStore {
  /** Characters that are kept of a form; of one that holds more, nothing. */
  readonly limit: number
  /** What was kept; null when nothing is. */
  readonly read: (form: string) => Promise<string | null>
  /** `leaving`: the page is going, and the request must outlive it, as that of `discard` does. */
  readonly keep: (form: string, content: string, leaving: boolean) => Promise<void>
  readonly discard: (form: string) => Promise<void>
}

const StoreContext = createContext<DraftStore | null>(null)

export const DraftsProvider = ({ store, children }: { store: DraftStore; children: ReactNode }) => (
  <StoreContext value={store}>{children}</StoreContext>
)

/** The store, for a form that has drafts. Throws a developer error without `DraftsProvider`; null for other forms. */
export const useDraftStore = (isWanted: boolean): DraftStore | null => {
  const store = use(StoreContext)
  if (isWanted && !store) throw new Error('A form with drafts needs <DraftsProvider> above it.')
  return isWanted ? store : null
}
