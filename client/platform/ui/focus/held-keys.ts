import { useLayoutEffect } from 'react'
import { isTypingAt } from './screen-keys.ts'

/**
 * Milliseconds within which a part that has loaded takes the focus to a field, whose own code may load too, and after which it won’t
 * load any more.
 */
const [focusTime, loadTime] = [5000, 15_000]

/** Frames after which a field that took the focus keeps it: an editor that starts can lose a key. */
const settledFrames = 3

/**
 * Holds what is typed while the part that takes it loads, so that it neither acts on the screen below nor is lost: the
 * first text field that takes the focus gets it, as soon as it can be changed. A press of the pointer, or focus on
 * another kind of field, drops it.
 */
export const HeldKeys = (): null => {
  useLayoutEffect(hold, [])
  return null
}

const hold = (): (() => void) => {
  const listening = new AbortController()
  const signal = AbortSignal.any([listening.signal, AbortSignal.timeout(loadTime)])
  const end = (): void => listening.abort()
  let text = ''
  let frames = 0
  const press = (event: KeyboardEvent): void => {
    // once the field has the focus, what isn’t text is for it
    const isForOther = frames > 0 ? event.key.length > 1 : isForButton(event, text)
    if (event.ctrlKey || event.metaKey || event.altKey || isForOther) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (event.key === 'Backspace') text = text.slice(0, -1)
    else if (event.key.length === 1) text += event.key
  }
  const type = (): void => {
    const field = document.activeElement
    const isReadOnly = field?.matches('[readonly]') === true
    if (signal.aborted) return
    if (isTypingAt(field) && !isReadOnly) {
      frames += 1
      // as typed: the field’s undo has it, and an editor or React reads it like a key
      if (text !== '') document.execCommand('insertText', false, text)
      text = ''
    } else if (frames > 0) frames += 1
    else if (!isReadOnly) end()
    if (frames >= settledFrames && text === '') end()
    requestAnimationFrame(type)
  }
  const focus = ({ target }: FocusEvent): void => {
    // after what the field does when it takes the focus, such as selecting its text
    if (!isButton(target)) requestAnimationFrame(type)
  }
  window.addEventListener('keydown', press, { capture: true, signal })
  window.addEventListener('focusin', focus, { signal })
  window.addEventListener('pointerdown', end, { signal })
  return () => void setTimeout(end, focusTime)
}

/** A dialog takes the focus itself, or to a button, until its fields have loaded. */
const isButton = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('[tabindex="-1"], button:not([aria-haspopup])')

/** Whether a key moves in an open dialog or presses its button. Of the screen below, nothing is pressed. */
const isForButton = ({ key, target }: KeyboardEvent, text: string): boolean =>
  target instanceof Element &&
  target.closest('[role=dialog], [role=alertdialog]') !== null &&
  (key === ' ' ? text === '' : key.length > 1 && key !== 'Backspace')
