import { useRef, type ReactNode } from 'react'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { useScreenKeys } from '#client/platform/ui/focus/screen-keys.ts'
import { keepClear } from '#client/platform/ui/overlays/keep-clear.ts'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { ButtonKey, commandKey } from '#client/platform/ui/text/kbd.tsx'

interface StepBarProps {
  /** What to know before the step. */
  hint: string
  /** On the button: ‘Preview import’. */
  label: string
  isOpen: boolean
  busy?: boolean
  onPress: () => void
  /** Whether nothing follows it on the page: then it takes the room that a page leaves at its end. */
  endsPage?: boolean
  /** What to decide first, before the button. */
  children?: ReactNode
}

/**
 * Renders the next step of an import: what to know, and its button. It stays in reach while the rows scroll, and by a key:
 * with Tab, the button comes after all columns or rows.
 */
export const StepBar = (props: StepBarProps) => {
  const { hint, label, isOpen, busy = false, onPress, endsPage = false, children } = props
  const button = useRef<HTMLButtonElement>(null)
  const press = () => {
    // the import of a file stays mounted behind the other tab
    if (button.current?.closest('[hidden]') === null) onPress()
  }
  useScreenKeys('Import', [{ keys: ['Mod+Enter'], label, act: isOpen && !busy ? press : undefined }])
  return (
    <div
      ref={keepClear}
      className={cx(
        'sticky bottom-0 z-10 -mx-1 flex min-h-13 flex-wrap items-center justify-end gap-x-4 gap-y-1 border-t border-line bg-sheet px-1 py-2',
        endsPage && '-mb-22',
      )}
    >
      <span aria-live="polite" className="mr-auto text-ink-3">
        {hint}
      </span>
      {children}
      <Button
        ref={button}
        variant="primary"
        busy={busy}
        disabled={!isOpen}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        onClick={onPress}
      >
        {label} <ButtonKey>{commandKey()}↵</ButtonKey>
      </Button>
    </div>
  )
}
