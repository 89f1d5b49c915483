const key = 'shipmate.reloaded'

/** What the mechanism needs from the browser; tests pass their own. */
interface ReloadOnceParts {
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Loads a URL from the server. */
  readonly load: (url: string) => void
  /** Opens /general-error inside the app. */
  readonly giveUp: () => void
}

/** Handles a part of the page that failed to load: reloads its URL once, then shows the error page. */
export interface ReloadOnce {
  /** Records that a part is missing: until the next navigation starts, no navigation counts as complete. */
  readonly missing: () => void
  /** Handles a part that couldn't be loaded on the way to `target`: loads the target, or gives up. */
  readonly failed: (target: string) => void
  /** Starts a navigation; earlier failures no longer count. */
  readonly began: () => void
  /**
   * Ends a navigation. The router calls this even if a part is missing, so the flag is cleared only if nothing
   * failed.
   */
  readonly arrived: () => void
}

export const createReloadOnce = ({ storage, load, giveUp }: ReloadOnceParts): ReloadOnce => {
  let isFailing = false
  return {
    missing: () => {
      isFailing = true
    },
    failed: (target) => {
      isFailing = true
      try {
        const before = storage().getItem(key)
        storage().removeItem(key)
        if (before === null) {
          storage().setItem(key, target)
          load(target)
          return
        }
      } catch {
        // Without storage a reload could loop.
      }
      giveUp()
    },
    began: () => {
      isFailing = false
    },
    arrived: () => {
      if (isFailing) return
      try {
        storage().removeItem(key)
      } catch {
        // Nothing was stored.
      }
    },
  }
}

/** Our own error class: the router would otherwise reload because of the browser's message. */
const broken = new WeakSet<object>()

/** Recognizes failed parts before the router does. Parts preloaded on hover count when the user goes there. */
export const markBrokenParts = (target: EventTarget): void => {
  target.addEventListener('vite:preloadError', (event) => {
    const error: unknown = 'payload' in event ? event.payload : undefined
    if (!(error instanceof Error)) return
    broken.add(error)
    error.message = `Couldn’t load part of the page: ${error.message}`
  })
}

/** Returns whether an error means that a part of the page couldn't be loaded. */
export const isBrokenPart = (error: unknown): boolean =>
  error instanceof Error &&
  (broken.has(error) || /dynamically imported module|importing a module script failed/i.test(error.message))
