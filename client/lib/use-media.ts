import { useSyncExternalStore } from 'react'

/** Whether a media query holds, and told when it changes. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => window.matchMedia(query).matches,
  )

/** A phone's width: tables become cards. */
export const usePhone = (): boolean => useMedia('(max-width: 767px)')
