import { useSyncExternalStore, type ReactNode } from 'react'

const never = () => () => undefined

/** Returns whether the page’s script runs. */
export const useIsLive = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/**
 * Renders a form that the page’s script sends. It’s inert before that runs: answers typed into the page as the server sent it
 * would be lost, and a form sent without the script would put them into the address.
 */
export const LiveForm = ({ onSend, children }: { onSend: () => Promise<void>; children: ReactNode }) => (
  <form
    noValidate
    inert={!useIsLive()}
    className="site-stack site-form"
    onSubmit={(event) => {
      event.preventDefault()
      void onSend()
    }}
  >
    {children}
  </form>
)
