import { useEffect } from 'react'

/** Calls back when the browser is online again, while `isWaiting`. */
export const useWhenOnline = (isWaiting: boolean, act: () => void): void => {
  useEffect(() => {
    if (!isWaiting) return
    const again = () => act()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [isWaiting, act])
}
