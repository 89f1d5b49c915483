const key = 'shipmate.reloaded'

/** What the mechanism needs of the browser; given by tests. */
export interface ReloadOnceParts {
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Loads an address anew, from the server. */
  readonly load: (url: string) => void
  /** Goes to /general-error inside the app. */
  readonly giveUp: () => void
}

/** A part of the page that failed to load: reload its address once, then the error page (specification section 2, rule R20). */
export interface ReloadOnce {
  /** Says at once that a part is missing: until the next navigation begins, nothing counts as arrived. */
  readonly missing: () => void
  /** Acts on a part that could not be loaded on the way to `target`: loads the target, or gives up. */
  readonly failed: (target: string) => void
  /** A navigation begins; what failed before it no longer counts. */
  readonly began: () => void
  /** A navigation ended. The router says so even when a part is missing, so the flag goes only when nothing failed. */
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
        // Nothing was kept.
      }
    },
  }
}

/** Marks of our own: the router would otherwise reload by itself on the browser's message. */
const broken = new WeakSet<object>()

/** Recognizes failed parts before the router sees them. Those asked for by hovering count once somebody goes there. */
export const markBrokenParts = (target: EventTarget): void => {
  target.addEventListener('vite:preloadError', (event) => {
    const error: unknown = 'payload' in event ? event.payload : undefined
    if (!(error instanceof Error)) return
    broken.add(error)
    error.message = `A part did not load: ${error.message}`
  })
}

/** Whether an error means that a part of the page could not be loaded. */
export const isBrokenPart = (error: unknown): boolean =>
  error instanceof Error &&
  (broken.has(error) || /dynamically imported module|importing a module script failed/i.test(error.message))
