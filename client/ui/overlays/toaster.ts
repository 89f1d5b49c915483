export type ToastTone = 'neutral' | 'success' | 'danger'

export interface ToastOptions {
  /** What happened, in a few words: '312 statuses changed'. */
  title: string
  description?: string
  tone?: ToastTone
  /** One act, such as Undo. */
  action?: { label: string; onAction: () => void }
  /** A second, quieter act beside it, such as where to look. */
  more?: { label: string; onAction: () => void }
  /** Of work that goes on: how far it is, beside `detail`, 'so many of so many'. */
  progress?: { label: string; done: number; total: number; detail: string }
  /** Milliseconds; 0 stays until closed. 6 s unless said, 12 s with an act. Hover and focus hold it. */
  timeout?: number
}

/** What carries a toast to the screen, once that part is loaded. */
export interface ToastSink {
  readonly add: (id: string, options: ToastOptions) => void
  readonly update: (id: string, options: ToastOptions) => void
  readonly close: (id: string) => void
}

/** Shows toasts from anywhere; made once, given to `ToastProvider`. */
export interface Toaster {
  /** Answers an id for `update` and `close`. */
  readonly show: (options: ToastOptions) => string
  /** Says something else in a toast that is shown; nothing where it was closed. */
  readonly update: (id: string, options: ToastOptions) => void
  readonly close: (id: string) => void
  /** Whether a toast was ever asked for; the surface is loaded then. */
  readonly isWanted: () => boolean
  readonly subscribe: (listener: () => void) => () => void
  /** Connects the surface: what waited is shown, in order. */
  readonly connect: (sink: ToastSink) => () => void
}

/** Keeps toasts until the surface, a chunk of its own, is there. */
export const createToaster = (): Toaster => {
  const waiting = new Map<string, ToastOptions>()
  const listeners = new Set<() => void>()
  let sink: ToastSink | null = null
  let last = 0
  return {
    show: (options) => {
      const id = `toast-${++last}`
      if (sink) sink.add(id, options)
      else waiting.set(id, options)
      for (const listener of listeners) listener()
      return id
    },
    update: (id, options) => {
      if (waiting.has(id)) waiting.set(id, options)
      sink?.update(id, options)
    },
    close: (id) => {
      waiting.delete(id)
      sink?.close(id)
    },
    isWanted: () => last > 0,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    connect: (next) => {
      sink = next
      for (const [id, options] of waiting) next.add(id, options)
      waiting.clear()
      return () => {
        if (sink === next) sink = null
      }
    },
  }
}
