import { onlineManager } from '@tanstack/react-query'
import { Unplug } from 'lucide-react'
import { useSyncExternalStore } from 'react'

const watch = (tell: () => void): (() => void) => onlineManager.subscribe(tell)

/** Says that the browser has no connection: whatever is asked for waits for it, and would seem to be slow. */
export const ConnectionNote = () => {
  const isOnline = useSyncExternalStore(watch, () => onlineManager.isOnline())
  return (
    <output className="pointer-events-none fixed inset-x-0 bottom-[max(0.75rem,env(safe-area-inset-bottom))] z-40 flex justify-center px-3">
      {!isOnline && (
        <span className="flex items-start gap-2 rounded-card bg-raised px-3 py-2 text-label shadow-pop">
          <Unplug size={14} aria-hidden className="mt-px shrink-0 text-warning-text" />
          No connection. What you open waits until it is back; what you type stays.
        </span>
      )}
    </output>
  )
}
