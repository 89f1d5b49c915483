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

/** How a hosted dialog ended: by `handle.close(result)`, or by the person (behaviour 5.5). */
export type DialogClosed<R> =
  { readonly type: 'config-close'; readonly data: R } | { readonly type: 'dialog-close' }

/** What a hosted component is given as `handle`. */
export interface DialogHandle<R = void> {
  /** Closes with a result; tells `onClose` once. */
  readonly close: (result: R) => void
  /** Spread onto the component's own `<Dialog {...handle.dialog} title="…">`. */
  readonly dialog: { readonly open: boolean; readonly onClose: () => void; readonly onClosed: () => void }
}

export interface OpenOptions<P, R> {
  props: P
  onClose?: (closed: DialogClosed<R>) => void
}

export interface OpenDialog {
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
 * The one host of dialogs that are opened from code. Several may be stacked, one of each kind: what opens the same
 * once more is ignored. Each leaves the tree after its animation. They appear at `HostedDialogs`.
 */
export const DialogHostProvider = ({ children }: { children: ReactNode }) => {
  const [hosted, setHosted] = useState<readonly Hosted[]>([])
  const lastKey = useRef(0)
  const open = useCallback<OpenDialog>((Component, { props, onClose }) => {
    const key = ++lastKey.current
    let told = false
    const end = (closed: Parameters<NonNullable<typeof onClose>>[0]) => {
      if (told) return
      told = true
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
    // pressed twice before it was there: the one below would be filled in once more
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
  if (!host) throw new Error('useDialogHost needs <DialogHostProvider> above it.')
  return host
}

/** Where the hosted dialogs stand in the tree: below what their contents use. */
export const HostedDialogs = () => useHost().dialogs

/**
 * Opens a dialog from code: `open(EditDialog, { props, onClose })`. The component is given `handle` beside its props.
 * Throws a developer error without `DialogHostProvider`.
 */
export const useDialogHost = (): OpenDialog => useHost().open
