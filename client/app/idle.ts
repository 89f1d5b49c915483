const activityKey = 'shipmate.activity'
const endKey = 'shipmate.signed-out'

/** Where a person stands with their 15 minutes. */
export type IdleState =
  | { readonly phase: 'active' }
  | { readonly phase: 'warning'; readonly secondsLeft: number }
  | { readonly phase: 'over' }

const minute = 60_000
const warningLead = 2 * minute

/** The phase for a last activity, by the clock alone. */
export const idleState = (lastActivity: number, now: number, idleMinutes: number): IdleState => {
  const left = lastActivity + idleMinutes * minute - now
  if (left <= 0) return { phase: 'over' }
  return left <= warningLead ? { phase: 'warning', secondsLeft: Math.ceil(left / 1000) } : { phase: 'active' }
}

/** What the watch needs of the browser; given by tests. */
export interface IdleParts {
  readonly now: () => number
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem'> | null
  readonly idleMinutes: number
  /** When the server last heard of a person's act. */
  readonly lastCall: () => number
  /** Lets the server know that somebody is there. */
  readonly touch: () => Promise<unknown>
}

/**
 * Shares one time of last activity between tabs: a number in local storage, nothing personal.
 * The server counts calls, people type: while somebody is active it is told at least every four minutes.
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
      // Storage is full or refused: this tab counts alone.
    }
  }
  const touch = (): Promise<unknown> => {
    touchedAt = parts.now()
    return parts.touch()
  }
  write()
  return {
    state: (): IdleState => idleState(read(), parts.now(), parts.idleMinutes),
    /** A key, a press, a scroll. Once the warning stands, only an answer to it counts. */
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

/** Tells the other tabs that this session is over. */
export const announceEnd = (): void => {
  try {
    localStorage.setItem(endKey, String(Date.now()))
  } catch {
    // The other tabs learn it from their next call.
  }
}

/** Listens for the end announced by another tab. */
export const onEndElsewhere = (listener: () => void): (() => void) => {
  const heard = (event: StorageEvent) => {
    if (event.key === endKey) listener()
  }
  window.addEventListener('storage', heard)
  return () => window.removeEventListener('storage', heard)
}
