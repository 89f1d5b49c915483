import { Toast } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { keptClear, liftOver, watchKeptClear } from './keep-clear.ts'
import { ProgressBar } from '../states/progress-bar.tsx'
import type { Toaster, ToastOptions } from './toaster.ts'

type Manager = ReturnType<typeof Toast.useToastManager<ToastOptions>>
type ToastObject = Manager['toasts'][number]

/** Renders the toasts of `useToast`; loads with the first toast. */
export const ToastViewport = ({ toaster }: { toaster: Toaster }) => {
  const { ref, lift } = useLift()
  return (
    <Toast.Provider limit={4}>
      <Toast.Portal>
        <Toast.Viewport
          ref={ref}
          data-layer="toast"
          aria-label="Notifications"
          className="toast-place fixed right-3 left-3 mx-auto w-auto outline-none sm:left-auto sm:w-[22rem]"
          style={lift > 0 ? { bottom: lift } : undefined}
        >
          <Toasts toaster={toaster} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

/** Places messages above a dialog's buttons and the selection bar if they'd overlap. */
const useLift = () => {
  // the portal renders it a moment after this
  const [viewport, ref] = useState<HTMLDivElement | null>(null)
  const [lift, setLift] = useState(0)
  useEffect(() => {
    if (!viewport) return undefined
    const measure = () => setLift(liftOver(keptClear(), viewport.getBoundingClientRect(), window.innerHeight))
    measure()
    return watchKeptClear(measure)
  }, [viewport])
  return { ref, lift }
}

const Toasts = ({ toaster }: { toaster: Toaster }) => {
  const { toasts, add, update, close } = Toast.useToastManager<ToastOptions>()
  useEffect(
    () =>
      toaster.connect({
        close,
        add: (id, options) => add({ id, ...shownAs(options) }),
        update: (id, options) => update(id, shownAs(options)),
      }),
    [toaster, add, update, close],
  )
  return toasts.map((toast) => <ToastCard key={toast.id} toast={toast} close={() => close(toast.id)} />)
}

const shownAs = (options: ToastOptions) => ({
  title: options.title,
  description: options.description,
  timeout: options.timeout ?? (options.action ? 12_000 : 6_000),
  // High priority breaks axe upstream, and a toast shouldn’t interrupt a screen reader.
  priority: 'low' as const,
  data: options,
})

const glyphs = {
  neutral: null,
  success: <CircleCheck size={16} aria-hidden className="mt-0.5 shrink-0 text-success-glyph coarse:mt-2" />,
  danger: <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-danger-glyph coarse:mt-2" />,
}

const ToastCard = ({ toast, close }: { toast: ToastObject; close: () => void }) => {
  const { tone = 'neutral', action, more, progress } = toast.data ?? {}
  const act = (onAction: () => void) => {
    close()
    onAction()
  }
  return (
    <Toast.Root
      toast={toast}
      swipeDirection={['right', 'down']}
      className="toast-card absolute right-0 bottom-0 w-full rounded-card bg-raised text-ink shadow-pop select-none"
    >
      <Toast.Content className="flex items-start gap-2.5 py-2.5 pr-2 pl-3">
        {glyphs[tone]}
        <div className="min-w-0 flex-1 py-0.5 coarse:py-2">
          <Toast.Title className="text-body font-medium" />
          <Toast.Description className="text-ink-2" />
          {progress && (
            // the progress bar is for sighted users; announced each time, it would drown out everything else
            <div aria-live="off">
              <ProgressBar className="mt-2" {...progress} />
            </div>
          )}
        </div>
        {more && (
          <Button size="sm" variant="ghost" onClick={() => act(more.onAction)}>
            {more.label}
          </Button>
        )}
        {action && (
          <Button size="sm" onClick={() => act(action.onAction)}>
            {action.label}
          </Button>
        )}
        <Toast.Close render={<IconButton icon={X} label="Dismiss" />} />
      </Toast.Content>
    </Toast.Root>
  )
}
