type ToastTone = 'neutral' | 'success' | 'danger'

export interface ToastOptions {
  /** What happened: '312 statuses changed'. */
  title: string
  description?: string
  tone?: ToastTone
  /** An action, for example Undo. */
  action?: { label: string; onAction: () => void }
  /** A secondary action next to it, for example a link. */
  more?: { label: string; onAction: () => void }
  /** For running work: the progress, with `detail` as '120 of 400'. */
  progress?: { label: string; done: number; total: number; detail: string }
  /** Milliseconds; 0 stays until closed. Default 6 s, or 12 s with an action. Hover and focus pause it. */
  timeout?: number
  /** Of the toasts of a group, only the latest is shown. */
  group?: string
}

/** The viewport that shows toasts, when it has loaded. */
interface ConnectedViewport {
  readonly add: (id: string, options: ToastOptions) => void
  readonly update: (id: string, options: ToastOptions) => void
  readonly close: (id: string) => void
}

/** Shows toasts from anywhere; created once and passed to `ToastProvider`. */
export interface Toaster {
  /** Returns an ID for `update` and `close`. */
  readonly show: (options: ToastOptions) => string
  /** Changes a toast that is shown; does nothing if it was closed. */
  readonly update: (id: string, options: ToastOptions) => void
  readonly close: (id: string) => void
  /** Whether a toast was ever requested, so that the viewport loads. */
  readonly isWanted: () => boolean
  readonly subscribe: (listener: () => void) => () => void
  /** Connects the viewport: queued toasts are shown in order. */
  readonly connect: (viewport: ConnectedViewport) => () => void
}

/** Creates a toaster that queues toasts until the viewport, a separate chunk, has loaded. */
export const createToaster = (): Toaster => {
  const waiting = new Map<string, ToastOptions>()
  const listeners = new Set<() => void>()
  let viewport: ConnectedViewport | null = null
  const latest = new Map<string, string>()
  let last = 0
  const close = (id: string): void => {
    waiting.delete(id)
    viewport?.close(id)
  }
  return {
    show: (options) => {
      const id = `toast-${++last}`
      if (options.group !== undefined) {
        const former = latest.get(options.group)
        if (former !== undefined) close(former)
        latest.set(options.group, id)
      }
      if (viewport) viewport.add(id, options)
      else waiting.set(id, options)
      for (const listener of listeners) listener()
      return id
    },
    update: (id, options) => {
      if (waiting.has(id)) waiting.set(id, options)
      viewport?.update(id, options)
    },
    close,
    isWanted: () => last > 0,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    connect: (next) => {
      viewport = next
      for (const [id, options] of waiting) next.add(id, options)
      waiting.clear()
      return () => {
        if (viewport === next) viewport = null
      }
    },
  }
}
