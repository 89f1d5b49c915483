import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/**
 * Returns whether the page’s script runs. What it controls is inert before: answers typed into the page as the server sent it
 * would be lost, and a form sent without the script would put them into the address.
 */
export const useIsLive = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
