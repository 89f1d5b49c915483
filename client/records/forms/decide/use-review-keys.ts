import { useEffect, useEffectEvent } from 'react'
import { letterKeysAreOn } from '#client/platform/ui/focus/letter-keys.ts'

/** What the keys of a review do. A missing one does nothing now. */
interface ReviewKeys {
  readonly a?: (() => void) | undefined
  readonly u?: (() => void) | undefined
  readonly d?: (() => void) | undefined
  readonly j?: (() => void) | undefined
  readonly k?: (() => void) | undefined
  readonly z?: (() => void) | undefined
  readonly o?: (() => void) | undefined
  readonly r?: (() => void) | undefined
  readonly enter?: (() => void) | undefined
  /** 1 to 9. */
  readonly digit?: ((digit: number) => void) | undefined
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))

/** A checkbox or radio doesn’t take letters. */
const takesLetters = (target: EventTarget | null): boolean =>
  isTyping(target) && !(target instanceof HTMLInputElement && ['checkbox', 'radio'].includes(target.type))

const isPressable = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('button, a, summary, [role="combobox"]') !== null

/** A shortcut of the browser, a repeated key, or a key for a dialog or menu that is open. */
const isForOthers = (event: KeyboardEvent): boolean =>
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  event.repeat ||
  event.defaultPrevented ||
  document.querySelector('[data-layer="modal"], [role="menu"], [role="listbox"]') !== null

const onEnter = ({ target }: KeyboardEvent, keys: ReviewKeys): (() => void) | undefined =>
  takesLetters(target) || isPressable(target) ? undefined : keys.enter

const onCharacter = ({ key, target }: KeyboardEvent, keys: ReviewKeys): (() => void) | undefined => {
  if (takesLetters(target) || !letterKeysAreOn()) return undefined
  const { digit } = keys
  if (digit && /^[1-9]$/.test(key)) return () => digit(Number(key))
  const letter = key.toLowerCase()
  return isKey(letter) ? keys[letter] : undefined
}

/** Listens to the single keys of a review, unless text is typed, a dialog is open, or the person turned letters off. */
export const useReviewKeys = (keys: ReviewKeys): void => {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isForOthers(event)) return
    const act = event.key === 'Enter' ? onEnter(event, keys) : onCharacter(event, keys)
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

const letters = ['a', 'u', 'd', 'j', 'k', 'z', 'o', 'r'] as const
const isKey = (key: string): key is (typeof letters)[number] => letters.some((letter) => letter === key)
