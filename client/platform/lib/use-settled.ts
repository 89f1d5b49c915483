import { useEffect, useState } from 'react'

/** Returns a value after it hasn't changed for a while, for example typed text before a search. */
export const useSettled = <T>(value: T, milliseconds: number): T => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), milliseconds)
    return () => window.clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
