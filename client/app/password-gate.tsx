import { useEffect, useRef, useState } from 'react'
import { listenToCalls } from '#client/platform/lib/call.ts'
import { later } from '#client/platform/ui/states/later.tsx'

const PasswordDialog = later(async () => (await import('./password-dialog.tsx')).PasswordDialog)

/** Asks for the password when a call requires it; simultaneous calls share one dialog. */
export const PasswordGate = () => {
  const [isAsking, setAsking] = useState(false)
  const settle = useRef<(confirmed: boolean) => void>(() => undefined)
  const pending = useRef<Promise<boolean> | null>(null)
  useEffect(() => {
    listenToCalls({
      onPasswordNeeded: () => {
        pending.current ??= new Promise<boolean>((resolve) => {
          settle.current = resolve
          setAsking(true)
        }).finally(() => {
          pending.current = null
        })
        return pending.current
      },
    })
    return () => listenToCalls({ onPasswordNeeded: () => Promise.resolve(false) })
  }, [])
  if (!isAsking) return null
  return (
    <PasswordDialog
      onSettled={(confirmed) => {
        setAsking(false)
        settle.current(confirmed)
      }}
    />
  )
}
