import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { letterKeysAreOn } from './letter-keys.ts'

/** Keys that do the same, and how the list of keys says it. */
export interface ListedKey {
  /** Values of `KeyboardEvent.key`, letters in lower case; after `Mod+`, Ctrl or ⌘ is held. */
  readonly keys: readonly string[]
  /** 'Go to the search' */
  readonly label: string
}

/** A key of a screen, declared once for what it does and for the list of keys. */
interface ScreenKey extends ListedKey {
  /** Undefined while it does nothing; then it isn't listed. */
  readonly act: ((key: string) => void) | undefined
}

/** The keys of one part of a screen, under a heading. */
export interface KeyGroup {
  readonly title: string
  readonly keys: readonly ListedKey[]
}

/** The keys of the parts that are on screen, in the order in which they appeared. */
const onScreen = new Set<() => KeyGroup>()

/** Returns the keys that do something on the screen now, by part; parts with the same title are one. */
export const keysOnScreen = (): readonly KeyGroup[] => {
  const groups = new Map<string, readonly ListedKey[]>()
  for (const group of onScreen) {
    const { title, keys } = group()
    if (keys.length > 0) groups.set(title, [...(groups.get(title) ?? []), ...keys])
  }
  return [...groups].map(([title, keys]) => ({ title, keys }))
}

/** Lists keys that the caller handles, such as those of a table. */
export const useListedKeys = (title: string, keys: readonly ListedKey[]): void => {
  const group = useEffectEvent(() => ({ title, keys }))
  useEffect(() => {
    const read = () => group()
    onScreen.add(read)
    return () => void onScreen.delete(read)
  }, [])
}

/** Handles and lists keys of a screen. They do nothing while someone types, or while a dialog or menu is open. */
export const useScreenKeys = (title: string, keys: readonly ScreenKey[]): void => {
  const able = keys.filter(({ act }) => act !== undefined)
  useListedKeys(title, able)
  const press = useEffectEvent((event: KeyboardEvent) => {
    const key = keyNameOf(event)
    const act = able.find(({ keys: names }) => names.includes(key))?.act
    if (!act || event.repeat || !mayActAt(key, event.target) || !isForScreen(event)) return
    event.preventDefault()
    act(key)
  })
  // with what it shows: a key pressed before a later effect would be lost
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

/** Returns the key as `ListedKey` names it: 'n', 'Enter', 'Mod+z'. Shift changes only what Ctrl or ⌘ does. */
export const keyNameOf = (event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey'>): string => {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (!event.ctrlKey && !event.metaKey) return key
  return event.shiftKey ? `Mod+Shift+${key}` : `Mod+${key}`
}

/** Dialogs, menus and lists of choices take all keys while they are open. Messages and tooltips don't. */
const layers = '[data-layer="modal"], [data-layer="overlay"] [role="dialog"], [role="menu"], [role="listbox"]'

/** Returns whether a key is for the screen: nothing else has used it, and no dialog or menu is open. */
export const isForScreen = (event: Pick<KeyboardEvent, 'altKey' | 'defaultPrevented'>): boolean =>
  !event.altKey && !event.defaultPrevented && document.querySelector(layers) === null

const isField = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))

/** Returns whether text is typed at the target. A checkbox or radio button takes no letters. */
export const isTypingAt = (target: EventTarget | null): boolean =>
  isField(target) && !(target instanceof HTMLInputElement && ['checkbox', 'radio'].includes(target.type))

/** Whether Enter and Space press the target. */
const isPressable = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, a, summary, [role="combobox"]') !== null

/** Within a table, single letters work although they are turned off elsewhere: only its focus makes them keys. */
const takesLetters = (target: EventTarget | null): boolean =>
  letterKeysAreOn() || (target instanceof Element && target.closest('[role=grid]') !== null)

/**
 * Returns whether a key may act at the target: not while typing, and not where it presses a button. Ctrl or ⌘ with Enter
 * types nothing; where it sends what is written, it doesn’t come here.
 */
export const mayActAt = (key: string, target: EventTarget | null): boolean => {
  if (key === 'Mod+Enter') return true
  if (isTypingAt(target)) return false
  if (key === 'Enter' || key === ' ') return !isPressable(target)
  return key.length > 1 || takesLetters(target)
}
