import { useEffect } from 'react'
import { isNowhere } from '../focus-content.ts'
import type { Place } from './places.ts'

/** A place, and the row it was at: so it is found again when others come or go before it. */
export type KnownPlace = Place & { readonly id: number | undefined }

/** Where the keyboard was in lists, by their address, for as long as the page lives. */
const remembered = new Map<string, KnownPlace>()

/** Where the keyboard was when the list of this key was left; null where it was in none of its rows. */
export const recallPlace = (key: string): KnownPlace | null => remembered.get(key) ?? null

/** Remembers where the keyboard is, and brings it back into a list that somebody comes back to. */
export const usePlaceMemory = (
  scroller: HTMLElement | null,
  key: string,
  known: KnownPlace | null,
  hasRows: boolean,
): void => {
  useEffect(() => {
    if (known) remembered.set(key, known)
  }, [key, known])
  useEffect(() => {
    if (hasRows && remembered.has(key) && isNowhere()) scroller?.focus({ preventScroll: true })
  }, [scroller, key, hasRows])
}
