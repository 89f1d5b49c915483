import { createContext, use, useSyncExternalStore, type ReactNode } from 'react'
import { later } from '../states/later.tsx'
import type { Toaster } from './toaster.ts'

const ToastContext = createContext<Toaster | null>(null)
const ToastViewport = later(async () => (await import('./toast-viewport.tsx')).ToastViewport)

/**
 * Provides the toasts at the bottom right. All are polite, including errors; the viewport loads with the first toast.
 */
export const ToastProvider = ({ toaster, children }: { toaster: Toaster; children: ReactNode }) => {
  const wanted = useSyncExternalStore(toaster.subscribe, toaster.isWanted)
  return (
    <ToastContext value={toaster}>
      {children}
      {wanted && <ToastViewport toaster={toaster} />}
    </ToastContext>
  )
}

/** `toast.show({ title, action: { label: 'Undo', onAction } })`. Throws a developer error without `ToastProvider`. */
export const useToast = (): Pick<Toaster, 'show' | 'update' | 'close'> => {
  const toaster = use(ToastContext)
  if (!toaster) throw new Error('useToast must be used inside <ToastProvider>.')
  return toaster
}
