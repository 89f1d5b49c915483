import { onlineManager } from '@tanstack/react-query'
import { Unplug } from 'lucide-react'
import { useSyncExternalStore } from 'react'

const watch = (listener: () => void): (() => void) => onlineManager.subscribe(listener)

/** Renders a note while the browser is offline, because calls wait and would only seem slow. */
export const ConnectionNote = () => {
  const isOnline = useSyncExternalStore(watch, () => onlineManager.isOnline())
  return (
    <output className="pointer-events-none fixed inset-x-0 bottom-[max(0.75rem,env(safe-area-inset-bottom))] z-40 flex justify-center px-3">
      {!isOnline && (
        <span className="flex items-start gap-2 rounded-card bg-raised px-3 py-2 text-label shadow-pop">
          <Unplug size={14} aria-hidden className="mt-px shrink-0 text-warning-text" />
          You’re offline. New pages load when you’re back online. Anything you typed is saved.
        </span>
      )}
    </output>
  )
}
