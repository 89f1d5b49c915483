const activityKey = 'shipmate.activity'
const endKey = 'shipmate.signed-out'

/** The phases of the 15 minutes of inactivity. */
export type IdleState =
  | { readonly phase: 'active' }
  | { readonly phase: 'warning'; readonly secondsLeft: number }
  | { readonly phase: 'over' }

const minute = 60_000
const warningTime = 2 * minute

/** Returns the phase for the last activity, from the clock only. */
export const idleState = (lastActivity: number, now: number, idleMinutes: number): IdleState => {
  const left = lastActivity + idleMinutes * minute - now
  if (left <= 0) return { phase: 'over' }
  return left <= warningTime ? { phase: 'warning', secondsLeft: Math.ceil(left / 1000) } : { phase: 'active' }
}

/** What the idle watch needs from the browser; tests pass their own. */
interface IdleParts {
  readonly now: () => number
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem'> | null
  readonly idleMinutes: number
  /** When the server last recorded user activity. */
  readonly lastCall: () => number
  /** Notifies the server of activity. */
  readonly touch: () => Promise<unknown>
}

/**
 * Shares the time of the last activity between tabs: a number in local storage, nothing personal. The server counts
 * only calls, so while the user is active it's notified at least every 4 minutes.
 */
export const createIdleWatch = (parts: IdleParts) => {
  let own = parts.now()
  let touchedAt = 0
  const read = (): number => {
    const shared = Number(parts.storage()?.getItem(activityKey) ?? 0)
    return Math.max(own, Number.isFinite(shared) && shared <= parts.now() ? shared : 0)
  }
  const write = (): void => {
    own = parts.now()
    try {
      parts.storage()?.setItem(activityKey, String(own))
    } catch {
      // Storage is full or blocked: this tab counts alone.
    }
  }
  const touch = (): Promise<unknown> => {
    touchedAt = parts.now()
    return parts.touch()
  }
  write()
  return {
    state: (): IdleState => idleState(read(), parts.now(), parts.idleMinutes),
    /** Records a key, a press or a scroll. While the warning is shown, only its button counts. */
    noticed: (): void => {
      if (idleState(read(), parts.now(), parts.idleMinutes).phase !== 'active') return
      if (parts.now() - own > 5_000) write()
      if (parts.now() - Math.max(parts.lastCall(), touchedAt) > 4 * minute)
        void touch().catch(() => undefined)
    },
    /** 'Stay signed in'. */
    stay: (): Promise<unknown> => {
      write()
      return touch()
    },
  }
}

/** Notifies the other tabs that this session has ended. */
export const announceEnd = (): void => {
  try {
    localStorage.setItem(endKey, String(Date.now()))
  } catch {
    // The other tabs find out with their next call.
  }
}

/** Listens for the end of the session in another tab. */
export const onEndElsewhere = (listener: () => void): (() => void) => {
  const onStorage = (event: StorageEvent) => {
    if (event.key === endKey) listener()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
