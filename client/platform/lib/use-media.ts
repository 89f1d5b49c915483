import { useSyncExternalStore } from 'react'
import { phone } from './phone.ts'

/** Returns whether a media query matches, and updates when that changes. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => window.matchMedia(query).matches,
  )

/** Returns whether the screen is as narrow as a phone's: tables become cards. */
export const usePhone = (): boolean => useMedia(phone)
