import {
  createContext,
  use,
  useCallback,
  useMemo,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react'

/** How a hosted dialog closed: by `handle.close(result)`, or by the user. */
export type DialogClosed<R> =
  { readonly type: 'config-close'; readonly data: R } | { readonly type: 'dialog-close' }

/** The `handle` prop of a hosted component. */
export interface DialogHandle<R = void> {
  /** Closes with a result; calls `onClose` once. */
  readonly close: (result: R) => void
  /** Spread onto the component's own `<Dialog {...handle.dialog} title="…">`. */
  readonly dialog: { readonly open: boolean; readonly onClose: () => void; readonly onClosed: () => void }
}

interface OpenOptions<P, R> {
  props: P
  onClose?: (closed: DialogClosed<R>) => void
}

interface OpenDialog {
  <P, R = void>(
    component: ComponentType<P & { handle: DialogHandle<R> }>,
    options: OpenOptions<P, R>,
  ): Pick<DialogHandle<R>, 'close'>
}

interface Hosted {
  readonly key: number
  readonly open: boolean
  readonly component: unknown
  readonly render: (open: boolean) => ReactNode
}

interface Host {
  readonly open: OpenDialog
  readonly dialogs: readonly ReactNode[]
}

const HostContext = createContext<Host | null>(null)

/**
 * Provides the host of dialogs that code opens. Several can be stacked, one of each kind: opening the same one again
 * is ignored. Each unmounts after its animation. `HostedDialogs` renders them.
 */
export const DialogHostProvider = ({ children }: { children: ReactNode }) => {
  const [hosted, setHosted] = useState<readonly Hosted[]>([])
  const lastKey = useRef(0)
  const open = useCallback<OpenDialog>((Component, { props, onClose }) => {
    const key = ++lastKey.current
    let hasEnded = false
    const end = (closed: Parameters<NonNullable<typeof onClose>>[0]) => {
      if (hasEnded) return
      hasEnded = true
      setHosted((all) => all.map((one) => (one.key === key ? { ...one, open: false } : one)))
      onClose?.(closed)
    }
    const remove = () => setHosted((all) => all.filter((one) => one.key !== key))
    const close = (data: Extract<Parameters<typeof end>[0], { type: 'config-close' }>['data']) =>
      end({ type: 'config-close', data })
    const render = (isOpen: boolean) => {
      const dialog = { open: isOpen, onClose: () => end({ type: 'dialog-close' }), onClosed: remove }
      return <Component key={key} {...props} handle={{ close, dialog }} />
    }
    // pressed twice before it opened: don't open a second one
    setHosted((all) =>
      all.some((one) => one.open && one.component === Component)
        ? all
        : [...all, { key, open: true, component: Component, render }],
    )
    return { close }
  }, [])
  const host = useMemo<Host>(
    () => ({ open, dialogs: hosted.map((one) => one.render(one.open)) }),
    [open, hosted],
  )
  return <HostContext value={host}>{children}</HostContext>
}

const useHost = (): Host => {
  const host = use(HostContext)
  if (!host) throw new Error('useDialogHost must be used inside <DialogHostProvider>.')
  return host
}

/** Renders the hosted dialogs. Place it below the providers that their contents use. */
export const HostedDialogs = () => useHost().dialogs

/**
 * Returns a function that opens a dialog: `open(EditDialog, { props, onClose })`. The component gets `handle` in
 * addition to its props. Throws a developer error without `DialogHostProvider`.
 */
export const useDialogHost = (): OpenDialog => useHost().open
