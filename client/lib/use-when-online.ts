import { useEffect } from 'react'

/** Does something again when the network is back, while it is waited for. */
export const useWhenOnline = (isWaiting: boolean, act: () => void): void => {
  useEffect(() => {
    if (!isWaiting) return
    const again = () => act()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [isWaiting, act])
}
