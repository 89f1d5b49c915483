import { createContext, use, useCallback, useRef, useState, type ReactNode } from 'react'
import type { ConfirmOptions, PendingConfirm } from './confirm-dialog.tsx'
import { later } from '../states/later.tsx'

type Confirm = (options: ConfirmOptions) => Promise<boolean>

const ConfirmContext = createContext<Confirm | null>(null)
const ConfirmDialog = later(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog)

/** Provides the app's confirmation dialog. A second question doesn't wait: it answers the first with no. */
export const ConfirmProvider = ({ children }: { children: ReactNode }) => {
  const [pending, setPending] = useState<PendingConfirm | null>(null)
  const [open, setOpen] = useState(false)
  const current = useRef<PendingConfirm | null>(null)
  const confirm = useCallback<Confirm>(
    (options) =>
      new Promise((resolve) => {
        current.current?.settle(false)
        const settle = (accepted: boolean) => {
          if (current.current !== next) return
          current.current = null
          setOpen(false)
          resolve(accepted)
        }
        const next: PendingConfirm = { ...options, settle }
        current.current = next
        setPending(next)
        setOpen(true)
      }),
    [],
  )
  return (
    <ConfirmContext value={confirm}>
      {children}
      {pending && <ConfirmDialog pending={pending} open={open} />}
    </ConfirmContext>
  )
}

/**
 * Returns a function that asks before an action that can't be undone: `if (await confirm({ title, danger: true }))
 * …`. Closing the dialog means no. Throws a developer error without `ConfirmProvider`.
 */
export const useConfirm = (): Confirm => {
  const confirm = use(ConfirmContext)
  if (!confirm) throw new Error('useConfirm must be used inside <ConfirmProvider>.')
  return confirm
}
