import { useLayoutEffect } from 'react'
import { isTypingAt } from './screen-keys.ts'

/** Milliseconds within which a part that has loaded takes the focus to a field, and after which it won’t load any more. */
const [focusTime, loadTime] = [1000, 10_000]

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
  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || isForButton(event, text)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (event.key === 'Backspace') text = text.slice(0, -1)
    else if (event.key.length === 1) text += event.key
  }
  const type = (): void => {
    const field = document.activeElement
    if (signal.aborted) return
    if (field?.matches('[readonly]') === true) requestAnimationFrame(type)
    else {
      end()
      // as typed: the field’s undo has it, and an editor or React reads it like a key
      if (text !== '' && isTypingAt(field)) document.execCommand('insertText', false, text)
    }
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
